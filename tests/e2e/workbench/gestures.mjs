// What a person does at the workbench, by keyboard: its menus are covered by a layer that takes clicks.
import { until } from "./harness.mjs";

export function gestures(page) {
  const inEditor = () => page.waitForFunction(() => document.activeElement?.closest(".editor-instance .monaco-editor"));
  const prompt = () => page.locator(".quick-input-widget input").waitFor();

  async function open(url, file) {
    await page.goto(url);
    await page.locator(".explorer-folders-view .monaco-list-row", { hasText: file }).dblclick({ timeout: 60000 });
  }

  async function command(title) {
    await page.keyboard.press("F1");
    await prompt();
    await page.keyboard.type(title);
    await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title }).waitFor();
    await page.keyboard.press("Enter");
  }

  async function goTo(line, column) {
    await page.keyboard.press("Control+G");
    await prompt();
    await page.keyboard.type(`${line}:${column}`);
    await page.keyboard.press("Enter");
    await page.locator("#status\\.editor\\.selection", { hasText: `Ln ${line}, ` }).waitFor();
    await inEditor();
  }

  /** The quick-fix menu at a place, with `title` first in it. */
  async function quickFixes(line, column, title) {
    await goTo(line, column);
    await page.keyboard.press("Control+.");
    await page.locator(".action-widget .monaco-list-row.focused", { hasText: title }).waitFor();
  }

  /** Wait for this many underlined errors. */
  async function squiggles(count) {
    const shown = () => page.evaluate(() => document.querySelectorAll(".monaco-editor .squiggly-error").length);
    await until(`${count} squiggles`, async () => (await shown()) === count);
  }

  const lens = (text) => page.locator(".codelens-decoration", { hasText: text }).first().waitFor();

  return { open, command, goTo, inEditor, quickFixes, squiggles, lens };
}
