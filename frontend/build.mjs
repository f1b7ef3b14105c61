// Bundles scripts, styles and icons into static/dist under hashed names, and writes the manifest the service reads.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";

const DIST = "static/dist";
const shared = {
  bundle: true,
  target: ["es2022", "safari16.4"],
  logLevel: "warning",
  loader: { ".woff2": "file" },
  assetNames: "[name]-[hash]",
};

async function filesIn(folder, ending) {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(ending)).map((name) => path.join(folder, name));
}

// The entries of pages are in pages/, those of one rule system in pages/ of its folder.
async function pagesIn(folder, ending) {
  const inside = await readdir(folder, { withFileTypes: true });
  const folders = inside.filter((entry) => entry.isDirectory()).map((entry) => path.join(folder, entry.name, "pages"));
  const files = await Promise.all([path.join(folder, "pages"), ...folders].map((pages) => filesIn(pages, ending)));
  return files.flat();
}

async function bundle(entryPoints, outbase, format) {
  const { metafile } = await build({
    ...shared,
    entryPoints,
    outbase,
    format,
    outdir: DIST,
    entryNames: "[dir]/[name]-[hash]",
    minify: true,
    sourcemap: "linked",
    splitting: format === "esm",
    chunkNames: "chunk-[hash]",
    metafile: true,
  });
  return Object.entries(metafile.outputs)
    .filter(([, output]) => output.entryPoint)
    .map(([file, output]) => [plainName(output.entryPoint, outbase), path.posix.relative(DIST, file)]);
}

function plainName(entryPoint, outbase) {
  return path.posix.relative(outbase, entryPoint).replace(/\.ts$/, ".js");
}

// One symbol for each file: the sprite is a single request, and a symbol inherits stroke and fill where it is used.
async function sprite() {
  const symbols = await Promise.all(
    (await filesIn("icons", ".svg")).sort().map(async (file) => {
      const svg = await readFile(file, "utf8");
      const box = svg.match(/viewBox="([^"]+)"/)[1];
      const inside = svg
        .replace(/^[\s\S]*?<svg[^>]*>/, "")
        .replace(/<\/svg>\s*$/, "")
        .trim();
      return `<symbol id="${path.basename(file, ".svg")}" viewBox="${box}">${inside}</symbol>`;
    }),
  );
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`;
  return keep("icons.svg", text);
}

async function keep(name, content) {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
  const { name: stem, ext } = path.parse(name);
  await writeFile(path.join(DIST, `${stem}-${hash}${ext}`), content);
  return [name, `${stem}-${hash}${ext}`];
}

async function assets() {
  const files = await filesIn("assets", "");
  return Promise.all(files.map(async (file) => keep(path.basename(file), await readFile(file))));
}

async function buildSite() {
  await rm(DIST, { recursive: true, force: true });
  await mkdir(DIST, { recursive: true });
  const parts = await Promise.all([
    bundle(["src/app.ts", ...(await pagesIn("src", ".ts"))], "src", "esm"),
    bundle(["src/startup.ts"], "src", "iife"),
    bundle(["styles/app.css", ...(await pagesIn("styles", ".css"))], "styles", "esm"),
    sprite().then((entry) => [entry]),
    assets(),
  ]);
  const manifest = Object.fromEntries(parts.flat().sort());
  await writeFile(path.join(DIST, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function buildTests() {
  await rm("build/tests", { recursive: true, force: true });
  const entryPoints = await filesIn("tests", ".test.ts");
  await build({
    ...shared,
    target: "node20",
    entryPoints,
    platform: "node",
    format: "esm",
    outdir: "build/tests",
    outExtension: { ".js": ".mjs" },
  });
}

// Programs that tests in Python drive: in Node, and on a page.
async function buildDriven() {
  await build({ ...shared, entryPoints: await filesIn("tests/drawn", ".ts"), format: "iife", outdir: "build/drawn" });
  await build({
    ...shared,
    target: "node20",
    entryPoints: await filesIn("tests/driven", ".ts"),
    platform: "node",
    format: "esm",
    outdir: "build/driven",
    outExtension: { ".js": ".mjs" },
  });
}

await (process.argv.includes("--driven") ? buildDriven() : process.argv.includes("--tests") ? buildTests() : buildSite());
