import assert from "node:assert/strict";
import test from "node:test";
import type { TableDocument } from "../src/map/document";
import { laid } from "../src/map/laid";
import { turnedAbout } from "../src/map/places";

const TABLE: TableDocument = {
  type: "FeatureCollection",
  format: "beaten-zone-table",
  version: 1,
  name: "T",
  width_mm: 1200,
  depth_mm: 1800,
  features: [
    { type: "Feature", id: "wood-1", geometry: { type: "Polygon", coordinates: [[[100, 100], [300, 100], [300, 400], [100, 100]]] }, properties: { sort: "area", kind: "wood", name: "Bois" } },
    { type: "Feature", id: "road-1", geometry: { type: "LineString", coordinates: [[0, 500], [600, 500]] }, properties: { sort: "road", name: "Road", width_mm: 30 } },
  ],
};

test("a game keeps each piece with its sort and one line; an outline is not closed by its first point again", () => {
  assert.deepEqual(laid(TABLE), {
    name: "T",
    width_mm: 1200,
    depth_mm: 1800,
    pieces: [
      { sort: "area", kind: "wood", name: "Bois", id: "wood-1", line: [[100, 100], [300, 100], [300, 400]] },
      { sort: "road", name: "Road", width_mm: 30, id: "road-1", line: [[0, 500], [600, 500]] },
    ],
  });
});

test("a place is turned clockwise about another", () => {
  const about = { x: 100, y: 100 };
  assert.deepEqual(turnedAbout({ x: 100, y: 200 }, about, 90), { x: 200, y: 100 });
  assert.deepEqual(turnedAbout({ x: 200, y: 100 }, about, 90), { x: 100, y: 0 });
  assert.deepEqual(turnedAbout({ x: 130, y: 140 }, about, 180), { x: 70, y: 60 });
});
