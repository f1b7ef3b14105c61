// The map of the style page: says what was moved, and keeps nothing.
import { TrenchMap } from "../map/trench-map";

if (!customElements.get("trench-map")) customElements.define("trench-map", TrenchMap);

for (const what of ["map-chosen", "map-moved", "map-turned", "map-tapped"]) {
  document.addEventListener(what, (event) => {
    const said = document.querySelector("[data-part=said]");
    if (said) said.textContent = `${what} ${JSON.stringify((event as CustomEvent).detail)}`;
  });
}
