// A person at the workbench: opens kernels.asc, sees the squiggle, takes the quick fix, generates the binding.
// node person.mjs FOLDER SCRATCH SKLINT VSIX leaves SCRATCH/saved-repaired.asc and -bound.asc.
import fs from "node:fs";
import path from "node:path";
import { gestures } from "./gestures.mjs";
import { startWorkbench, until } from "./harness.mjs";

const [folder, scratch, sklint, vsix] = process.argv.slice(2);
const file = path.join(folder, "kernels.asc");
const { page, url, stop } = await startWorkbench({ folder, scratch, vsix, settings: { "sklint.path": sklint } });
const person = gestures(page);

async function save(name) {
  const before = fs.readFileSync(file);
  await page.keyboard.press("Control+S");
  await until("the saved file", () => !fs.readFileSync(file).equals(before));
  fs.copyFileSync(file, path.join(scratch, `saved-${name}.asc`));
}

async function see() {
  await person.open(url, "kernels.asc");
  await person.squiggles(1);
  await page.locator("#status\\.editor\\.mode", { hasText: "AscendC" }).waitFor();
  await page.locator(".statusbar-item[id$='sklint.state'] .codicon-check").waitFor();
  await person.lens("bound: mask 4");
}

async function quickFix() {
  await person.quickFixes(12, 24, "Align negate to 4");
  await page.keyboard.press("Enter");
  await person.squiggles(0);
  await save("repaired");
}

async function bind() {
  await person.lens("generate SK bind for scale");
  await person.command("sklint: Generate SK Bind");
  await person.inEditor();
  await page.locator(".tab.dirty", { hasText: "kernels.asc" }).waitFor();
  await save("bound");
  await person.lens("bound: mask 4, scale_sk<0>");
  await person.squiggles(0);
}

async function output() {
  await person.command("sklint: Show Output");
  await page.locator(".part.panel .view-line", { hasText: /sklint\s\S+\sruns/ }).first().waitFor();
}

try {
  for (const step of [see, quickFix, bind, output]) {
    const begin = Date.now();
    await step();
    console.log(`${step.name}: ${Date.now() - begin} ms`);
  }
} catch (error) {
  await page.screenshot({ path: path.join(scratch, "failed.png") });
  throw error;
} finally {
  await stop();
}
