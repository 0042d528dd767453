// Runs inside the extension host of the real VS Code, with its interface. The tests share one window and run in order.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const vscode = require("vscode");

const { ConfigurationTarget, Position, Range, Uri, commands, languages, window, workspace } = vscode;
const folder = () => workspace.workspaceFolders[0].uri;
const text = fs.readFileSync(`${__dirname}/../data/kernels.asc`, "utf8");
const FIELD = new Position(11, 23);
let used = 0;

async function until(what, condition) {
  for (const end = Date.now() + 20000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    const value = await condition();
    if (value) return value;
  }
  throw new Error(`waited in vain for ${what}`);
}

/** An editor on a file: on the next copy of kernels.asc that host.mjs made, or on a new one with some text. */
async function opened(content) {
  used += 1;
  const uri = Uri.joinPath(folder(), `${content === undefined ? "kernels" : "text"}${used}.asc`);
  if (content !== undefined) fs.writeFileSync(uri.fsPath, content);
  return window.showTextDocument(await workspace.openTextDocument(uri));
}

function findings(editor, count) {
  const { uri } = editor.document;
  const own = () => languages.getDiagnostics(uri).filter((it) => it.source === "sklint");
  return until(`${count} findings in ${uri.fsPath}`, () => own().length === count && own());
}

const set = (key, value) => workspace.getConfiguration("sklint").update(key, value, ConfigurationTarget.Workspace);

exports.tests = {
  async "a finding has its severity, its rule with a link, and a page on hover"() {
    const editor = await opened();
    const [finding] = await findings(editor, 1);
    assert.equal(finding.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(finding.code.value ?? finding.code, "sk.args-struct-alignas");
    const hovers = await commands.executeCommand("vscode.executeHoverProvider", editor.document.uri, FIELD);
    assert.match(hovers.flatMap((it) => it.contents.map((part) => part.value)).join(), /alignas\(4\)/);
  },

  async "the command fixes all that is safe"() {
    const editor = await opened();
    await findings(editor, 1);
    await commands.executeCommand("sklint.fixAll");
    await findings(editor, 0);
    assert.equal(editor.document.getText(), text.replace("bool negate;", "alignas(4) bool negate;"));
  },

  async "what is safe is fixed on save where the user wants that"() {
    const configuration = workspace.getConfiguration("editor", { languageId: "asc" });
    const wish = { "source.fixAll.sklint": "explicit" };
    await configuration.update("codeActionsOnSave", wish, ConfigurationTarget.Workspace);
    const editor = await opened();
    await findings(editor, 1);
    await until("the fix on save", async () => {
      // VS Code gives up on code actions that a busy machine answers late, and saves without them.
      await editor.edit((it) => it.insert(new Position(2, 0), "// changed\n"));
      await editor.document.save();
      return fs.readFileSync(editor.document.uri.fsPath, "utf8").includes("alignas(4) bool negate;");
    });
    await configuration.update("codeActionsOnSave", undefined, ConfigurationTarget.Workspace);
  },

  async "the page of a rule is shown as Markdown"() {
    const editor = await opened();
    await findings(editor, 1);
    editor.selection = new vscode.Selection(FIELD, FIELD);
    await commands.executeCommand("sklint.showRule");
    const labels = () => window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label));
    await until("the preview", () => labels().some((it) => it.includes("sk.args-struct-alignas")));
  },

  async "settings count at once"() {
    const editor = await opened();
    await findings(editor, 1);
    await set("ignore", ["sk.args-struct-alignas"]);
    await findings(editor, 0);
    await set("ignore", undefined);
    await findings(editor, 1);
  },

  async "a file is checked only when it is saved, where the user wants that"() {
    await set("run", "onSave");
    const editor = await opened();
    await findings(editor, 1);
    await editor.edit((it) => it.insert(FIELD.with({ character: 0 }), "    bool more;\n"));
    await new Promise((done) => setTimeout(done, 500));
    await findings(editor, 1);
    await editor.document.save();
    await until("more findings", () => languages.getDiagnostics(editor.document.uri).length > 1);
    await set("run", undefined);
  },

  async "the binding of the kernel at the cursor is generated, else of the one that has none"() {
    for (const line of [28, 0]) {
      const editor = await opened();
      await findings(editor, 1);
      editor.selection = new vscode.Selection(line, 4, line, 4);
      await commands.executeCommand("sklint.bind");
      await until("the binding", () => editor.document.getText().includes("SK_BIND(scale, 4, scale_sk<0>"));
    }
  },

  async "masks are explained behind them where the user wants that"() {
    const editor = await opened();
    const whole = new Range(0, 0, editor.document.lineCount, 0);
    const hints = () => commands.executeCommand("vscode.executeInlayHintProvider", editor.document.uri, whole);
    assert.deepEqual(await hints(), []);
    await set("inlayHints", true);
    await until("a hint", async () => (await hints()).length === 1);
    await set("inlayHints", undefined);
  },

  async "a snippet is an AscendC text"() {
    const editor = await opened("\n");
    await commands.executeCommand("editor.action.insertSnippet", { name: "Launch", langId: "asc" });
    assert.equal(editor.document.getText(), "kernel<<<blocks, nullptr, stream>>>();\n");
  },

  async "PGP armour and AsciiDoc are not taken for AscendC"() {
    for (const prose of ["-----BEGIN PGP SIGNATURE-----\n", "= Title\n"]) {
      const editor = await opened(prose);
      const { fileName } = editor.document;
      const now = () => workspace.textDocuments.find((it) => it.fileName === fileName);
      await until("plain text", () => now()?.languageId === "plaintext");
    }
  },

  async "a restarted server goes on"() {
    const editor = await opened();
    await findings(editor, 1);
    await commands.executeCommand("sklint.restart");
    await findings(editor, 1);
    await editor.edit((it) => it.insert(FIELD.with({ character: 0 }), "    alignas(4) bool more;\n"));
    await until("findings about the change", async () => languages.getDiagnostics(editor.document.uri).length > 1);
  },

  async "where there is no sklint the user is told what to install, and a right path works at once"() {
    const editor = await opened();
    await findings(editor, 1);
    await set("path", "/nowhere/sklint");
    await findings(editor, 0); // host.mjs looks at the message
    await set("path", undefined);
    await findings(editor, 1);
  },

  async "every command of the manifest is there"() {
    const known = await commands.getCommands(true);
    const { contributes } = vscode.extensions.getExtension("sklint.sklint").packageJSON;
    assert.deepEqual(contributes.commands.filter((it) => !known.includes(it.command)), []);
  },
};

exports.run = async () => {
  let failures = 0;
  for (const [name, test] of Object.entries(exports.tests)) {
    const begin = Date.now();
    try {
      await test();
      console.log(`ok ${name} (${Date.now() - begin} ms)`);
    } catch (error) {
      failures += 1;
      console.log(`not ok ${name}: ${error.stack}`);
    }
  }
  if (failures) throw new Error(`${failures} failed`);
};
