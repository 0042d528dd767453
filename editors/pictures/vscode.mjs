// Takes the pictures of editors/vscode/README.md, in the real VS Code: node editors/pictures/vscode.mjs SKLINT
// Needs tests/e2e/setup.sh, which also packages the extension.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

process.env.SKLINT_E2E ??= path.join(os.homedir(), ".cache/sklint-e2e");
const { startWorkbench } = await import("../../tests/e2e/workbench/harness.mjs");
const { gestures } = await import("../../tests/e2e/workbench/gestures.mjs");

const root = path.resolve(import.meta.dirname, "../..");
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "pictures-"));
const folder = path.join(scratch, "operators");
const example = fs.readFileSync(path.join(root, "examples/scale_rows.asc"), "utf8");
const unbound = `#include "kernel_operator.h"

__global__ __vector__ void add(GM_ADDR x, GM_ADDR y, bool negate)
{
    AscendC::GlobalTensor<float> input;
    input.SetGlobalBuffer(reinterpret_cast<__gm__ float *>(x) + AscendC::GetBlockIdx());
}
`;
fs.mkdirSync(folder);
fs.writeFileSync(path.join(folder, "scale_rows.asc"), example);
fs.writeFileSync(path.join(folder, "add.asc"), unbound);

const { page, url, stop } = await startWorkbench({
  folder,
  scratch,
  vsix: path.join(root, "editors/vscode/sklint.vsix"),
  size: { width: 1040, height: 640 },
  settings: {
    "sklint.path": process.argv[2],
    "workbench.colorTheme": "Default Dark Modern",
    "workbench.activityBar.location": "hidden",
    "workbench.layoutControl.enabled": false,
    "window.commandCenter": false,
    "editor.stickyScroll.enabled": false,
    "editor.occurrencesHighlight": "off",
    "editor.scrollbar.horizontal": "hidden",
  },
});
const person = gestures(page);
const picture = (name) => page.screenshot({ path: path.join(root, `editors/vscode/media/${name}.png`) });
const lineOf = (text) => example.split("\n").findIndex((it) => it.includes(text)) + 1;

try {
  await person.open(url, "scale_rows.asc");
  await page.keyboard.press("Control+B");
  await page.keyboard.press("Control+Shift+M");
  await page.locator(".markers-panel .monaco-list-row", { hasText: "alignas" }).waitFor();
  await page.keyboard.press("Control+1");
  await person.quickFixes(lineOf("    bool negate;"), 12, "Align negate to 4");
  await picture("quick-fix");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+J");
  await page.keyboard.press("Control+B");
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "add.asc" }).dblclick();
  await person.lens("generate SK bind for add");
  await page.keyboard.press("Control+B");
  await person.inEditor();
  await person.command("sklint: Generate SK Bind");
  await person.lens("bound: mask 4, add_sk<0>");
  await picture("bind");
} catch (error) {
  await page.screenshot({ path: path.join(os.tmpdir(), "failed.png") });
  throw error;
} finally {
  await stop();
  fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}
