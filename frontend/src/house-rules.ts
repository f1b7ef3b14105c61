// The contested points of a form (components/rulings.html), as the service takes them.
export interface HouseRule {
  readonly ruling: string;
  readonly option: string;
}

/** What is chosen otherwise than is usual. */
export function houseRules(form: ParentNode): HouseRule[] {
  return [...form.querySelectorAll<HTMLInputElement>("input[data-ruling]:checked")]
    .filter((way) => way.dataset["usual"] === undefined)
    .map(({ name, value }) => ({ ruling: name, option: value }));
}
