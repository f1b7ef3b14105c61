// The map of a forecast: it is moved and enlarged, and nothing on it can be changed.
import { TrenchMap } from "../../map/trench-map";

if (!customElements.get("trench-map")) customElements.define("trench-map", TrenchMap);
