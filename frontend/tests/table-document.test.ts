import assert from "node:assert/strict";
import test from "node:test";
import * as edit from "../src/map/table-document";
import { History } from "../src/documents/history";

const WOOD: edit.Feature = {
  type: "Feature",
  id: "wood-1",
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [100, 100],
        [300, 100],
        [300, 400],
        [100, 100],
      ],
    ],
  },
  properties: { sort: "area", kind: "wood", name: "Bois" },
};
const WIRE: edit.Feature = {
  type: "Feature",
  id: "wire-1",
  geometry: {
    type: "LineString",
    coordinates: [
      [0, 500],
      [600, 500],
      [1200, 520],
    ],
  },
  properties: {
    sort: "wire",
    name: "Belt",
    depth_mm: 40,
    gaps: [
      {
        path: [
          [600, 480],
          [600, 540],
        ],
        width_mm: 40,
        made_by: "planned",
      },
    ],
  },
};
const TABLE: edit.TableDocument = {
  type: "FeatureCollection",
  format: "beaten-zone-table",
  version: 1,
  name: "T",
  width_mm: 1200,
  depth_mm: 1800,
  features: [WOOD, WIRE],
};
const points = (table: edit.TableDocument, id: string) => {
  const item = edit.piece(table, id);
  assert.ok(item);
  return edit.pointsOf(item);
};

test("an outline is closed in the document and open in the hand", () => {
  assert.deepEqual(points(TABLE, "wood-1"), [
    [100, 100],
    [300, 100],
    [300, 400],
  ]);
  const moved = edit.pointMoved(TABLE, "wood-1", 0, { x: -50, y: 10 });
  assert.deepEqual(edit.piece(moved, "wood-1")?.geometry.coordinates, [
    [
      [50, 110],
      [300, 100],
      [300, 400],
      [50, 110],
    ],
  ]);
});

test("no change touches the document it was made from", () => {
  const before = JSON.stringify(TABLE);
  edit.pointAdded(TABLE, "wire-1", 0);
  edit.pointDropped(TABLE, "wire-1", 1);
  edit.pieceMoved(TABLE, "wire-1", { x: 10, y: 10 });
  edit.pieceDropped(TABLE, "wood-1");
  edit.gapClosed(TABLE, "wire-1", 0);
  edit.factsSet(TABLE, "wood-1", { name: "Other" });
  edit.pieceAdded(TABLE, "trench", [
    [0, 0],
    [10, 10],
  ]);
  assert.equal(JSON.stringify(TABLE), before);
});

test("a point is added halfway, where it was tapped, and behind the last corner before the first", () => {
  assert.deepEqual(points(edit.pointAdded(TABLE, "wire-1", 0), "wire-1")[1], [300, 500]);
  assert.deepEqual(points(edit.pointAdded(TABLE, "wire-1", 0, { x: 310, y: 560 }), "wire-1")[1], [310, 560]);
  assert.deepEqual(points(edit.pointAdded(TABLE, "wood-1", 2), "wood-1"), [
    [100, 100],
    [300, 100],
    [300, 400],
    [200, 250],
  ]);
});

test("the whole of a piece is moved no farther than the table goes, and its gaps go with it", () => {
  const moved = edit.pieceMoved(TABLE, "wire-1", { x: 300, y: 2000 });
  assert.deepEqual(points(moved, "wire-1"), [
    [0, 1760],
    [600, 1760],
    [1200, 1780],
  ]);
  assert.deepEqual(edit.piece(moved, "wire-1")?.properties.gaps?.[0]?.path, [
    [600, 1740],
    [600, 1800],
  ]);
});

test("a block house looks somewhere and a wood does not", () => {
  const house = edit.factsSet(TABLE, "wood-1", { kind: "block_house" });
  assert.equal(edit.piece(house, "wood-1")?.properties.facing_deg, 0);
  const turned = edit.factsSet(house, "wood-1", { facing_deg: 90 });
  assert.equal(edit.piece(turned, "wood-1")?.properties.facing_deg, 90);
  assert.equal("facing_deg" in (edit.piece(edit.factsSet(turned, "wood-1", { kind: "wood" }), "wood-1")?.properties ?? {}), false);
});

test("the words of a piece are kept beside those of other systems, and what is as usual is not said", () => {
  const wood = (table: edit.TableDocument) => edit.piece(table, "wood-1")?.properties.words;
  const told = edit.factsSet(edit.factsSet(TABLE, "wood-1", { words: { height: "tall" } }), "wood-1", {
    words: { cover: "rough", going: "" },
  });
  assert.deepEqual(wood(told), { height: "tall", cover: "rough" });
  assert.deepEqual(wood(edit.factsSet(told, "wood-1", { name: "Other" })), { height: "tall", cover: "rough" });
  assert.deepEqual(wood(edit.factsSet(told, "wood-1", { words: { cover: "" } })), { height: "tall" });
  assert.equal(wood(edit.factsSet(TABLE, "wood-1", { words: { cover: "" } })), undefined);
});

test("what is new has an id and a name of its own", () => {
  const [item, first] = edit.pieceAdded(TABLE, "area.wood", [
    [0, 0],
    [10, 0],
    [0, 10],
  ]);
  const [two, second] = edit.pieceAdded(item, "area.wood", [
    [0, 0],
    [10, 0],
    [0, 10],
  ]);
  assert.deepEqual([first, second], ["wood-2", "wood-3"]);
  assert.equal(edit.piece(two, "wood-3")?.properties.name, "Wood 3");
});

test("every sort that is put down lies on the table, wherever the reader looked", () => {
  for (const sort of ["area.wood", "area.block_house", "hill", "trench", "road", "stream", "river", "bridge", "wire"]) {
    for (const about of [
      { x: 0, y: 0 },
      { x: 1200, y: 1800 },
      { x: 600, y: 900 },
    ]) {
      const put = edit.putDown(TABLE, sort, about);
      assert.equal(put.length, edit.isOutlined(sort) ? 4 : 2, sort);
      assert.ok(
        put.every(([x, y]) => x >= 0 && x <= 1200 && y >= 0 && y <= 1800),
        sort,
      );
    }
  }
});

test("tapping twice on one spot draws one point", () => {
  const drawn = edit.drawnFurther(edit.drawnFurther([], { x: 100, y: 100 }), { x: 104, y: 100 });
  assert.deepEqual(drawn, [[100, 100]]);
});

test("what is taken back can be made again, until something new is made", () => {
  const history = new History<string>();
  history.made("one");
  history.made("two");
  assert.equal(history.last, "two");
  history.undone("three");
  assert.deepEqual([history.last, history.next], ["one", "three"]);
  history.redone("two");
  assert.deepEqual([history.last, history.canRedo], ["two", false]);
  history.undone("three");
  history.made("two");
  assert.equal(history.canRedo, false);
});
