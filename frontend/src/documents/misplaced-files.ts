// Files that belong on another page: the service says what they are, and the page offers to import them there.
import { postText } from "./document-editor";
import type { RefusalNotice } from "../components/announcements";

const BYTES_A_MB = 1_000_000;

/** Where a file belongs: its kind, the address that imports it, and the page of the result. */
export interface Belongs {
  readonly what: string;
  readonly bring: string;
  readonly opens: string;
  readonly page: string;
}

/** The service's answer to a file it does not import here: where it belongs, or a page that helps. */
export interface WrongFile {
  readonly belongs?: Belongs;
  readonly see?: { readonly page: string; readonly says: string };
}

/** The refusal of a file that is too long. */
export function tooLong(file: Blob): RefusalNotice {
  const size = `${(file.size / BYTES_A_MB).toFixed(1)} MB`;
  return {
    because: `This file is ${size} long, longer than any that was saved here for this.`,
    instead: "Choose a .json file that was saved here.",
  };
}

/** Offers below a refusal to import the file where it belongs, or links the page that helps. */
export function offerPlaces(place: HTMLElement, wrong: WrongFile, file: Blob): void {
  const { belongs, see } = wrong;
  const row = document.createElement("p");
  row.className = "row offers";
  if (belongs) row.append(bringing(place, belongs, file), link(belongs.page, "Go to its page"));
  else if (see && see.page !== location.pathname) row.append(link(see.page, see.says));
  if (!row.hasChildNodes()) return;
  place.append(row);
  row.scrollIntoView({ block: "nearest" });
}

function bringing(place: HTMLElement, belongs: Belongs, file: Blob): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn chief";
  button.textContent = `Bring it in as ${belongs.what}`;
  button.addEventListener("click", () => void bring(button, place, belongs, file));
  return button;
}

async function bring(button: HTMLButtonElement, place: HTMLElement, belongs: Belongs, file: Blob): Promise<void> {
  button.disabled = true;
  const answer = await postText(belongs.bring, file);
  button.disabled = false;
  const told = (await answer?.json().catch(() => ({}))) as
    | { id?: string; game_id?: string; because?: string; see?: WrongFile["see"] }
    | undefined;
  const id = told?.game_id ?? told?.id;
  if (answer?.ok && id) return location.assign(belongs.opens.replace("{id}", encodeURIComponent(id)));
  const said = document.createElement("p");
  said.textContent = `It was not brought in: ${told?.because ?? "the server does not answer"}.`;
  place.append(said);
  if (told?.see) place.append(link(told.see.page, told.see.says));
  place.lastElementChild?.scrollIntoView({ block: "nearest" });
}

function link(to: string, words: string): HTMLElement {
  const made = document.createElement("a");
  made.className = "btn";
  made.href = to;
  made.textContent = words;
  return made;
}
