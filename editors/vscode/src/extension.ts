/** Starts `sklint lsp` for AscendC sources, shows its state, and offers what it can do as commands. */
import * as fs from "node:fs";
import * as os from "node:os";
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, RevealOutputChannelOn, State } from "vscode-languageclient/node";
import { bind, fixAll, showRule, writeContract } from "./commands";
import { findProgram, isProse, Program } from "./discover";
import { chosenPython, whenPythonChanges } from "./python";

const LANGUAGES = ["asc", "cpp", "c"];
/** The JSON contracts of an operator, by the names of their files. The server knows whether they are. */
const CONTRACTS = ["**/operator-*.json", "**/*io-contract*.json"];
const SELECTOR = [
  ...["file", "untitled"].flatMap((scheme) => LANGUAGES.map((language) => ({ scheme, language }))),
  ...CONTRACTS.map((pattern) => ({ scheme: "file", pattern })),
];
const STATES: Record<State, { icon: string; word: string }> = {
  [State.Starting]: { icon: "sync~spin", word: "starts" },
  [State.Running]: { icon: "check", word: "runs" },
  [State.Stopped]: { icon: "circle-slash", word: "is stopped" },
  [State.StartFailed]: { icon: "error", word: "did not start" },
};

let client: LanguageClient | undefined;
let output: vscode.LogOutputChannel;
let trace: vscode.LogOutputChannel;
let status: vscode.StatusBarItem;
let queue: Promise<void> = Promise.resolve();

export function activate(context: vscode.ExtensionContext): void {
  output = vscode.window.createOutputChannel("sklint", { log: true });
  trace = vscode.window.createOutputChannel("sklint trace", { log: true });
  status = vscode.window.createStatusBarItem("sklint.state", vscode.StatusBarAlignment.Right, 90);
  status.name = "sklint";
  status.command = "sklint.showOutput";
  const command = (name: string, does: () => unknown) => vscode.commands.registerCommand(name, does);
  context.subscriptions.push(
    output,
    trace,
    status,
    command("sklint.restart", restart),
    command("sklint.showOutput", () => output.show()),
    command("sklint.fixAll", running(fixAll)),
    command("sklint.bind", running(bind)),
    command("sklint.writeContract", running(writeContract)),
    command("sklint.showRule", running(showRule)),
    vscode.workspace.onDidChangeConfiguration((it) => it.affectsConfiguration("sklint.path") && restart()),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidOpenTextDocument(unclaim),
    vscode.window.onDidChangeActiveTextEditor(showStatus),
  );
  void whenPythonChanges(restart).then((it) => it && context.subscriptions.push(it));
  vscode.workspace.textDocuments.forEach(unclaim);
  showStatus(vscode.window.activeTextEditor);
  void restart();
}

export async function deactivate(): Promise<void> {
  await queue;
  await client?.stop();
}

/** One start or stop at a time: a client that is starting cannot be stopped. */
function restart(): Promise<void> {
  queue = queue.then(async () => {
    await client?.dispose().catch((error: unknown) => output.warn(String(error)));
    client = undefined;
    await start();
  });
  return queue;
}

async function start(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const setting = vscode.workspace.getConfiguration("sklint", folder).get("path", "").trim();
  const trusted = vscode.workspace.isTrusted;
  const python = trusted ? await chosenPython(folder) : undefined;
  const search = process.env.PATH ?? "";
  const places = { setting, python, folder: folder?.fsPath, home: os.homedir(), search, trusted };
  const program = findProgram({ ...places, windows: process.platform === "win32" }, isFile);
  if (!program) return missing(setting, python);
  output.info(`${program.command} (${program.origin})`);
  client = new LanguageClient("sklint", "sklint", { command: program.command, args: ["lsp"] }, clientOptions());
  client.onDidChangeState((it) => showState(it.newState, program));
  try {
    await client.start();
    output.info(`sklint ${client.initializeResult?.serverInfo?.version} runs`);
  } catch (error) {
    failed(`sklint did not start: ${error instanceof Error ? error.message : error}`);
  }
}

function isFile(path: string): boolean {
  return fs.statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function clientOptions(): LanguageClientOptions {
  const settings = vscode.workspace.getConfiguration("sklint");
  return {
    documentSelector: SELECTOR,
    outputChannel: output,
    traceOutputChannel: trace,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: { settings, trusted: vscode.workspace.isTrusted },
    middleware: { window: { showDocument: (it, token, next) => showPage(it.uri) ?? next(it, token) } },
  };
}

/** A rule's page is Markdown, to be read. */
function showPage(uri: string): Promise<{ success: boolean }> | undefined {
  if (!uri.endsWith(".md")) return undefined;
  const shown = vscode.commands.executeCommand("markdown.showPreviewToSide", vscode.Uri.parse(uri));
  return Promise.resolve(shown).then(() => ({ success: true }));
}

/** The command, where there is a server to carry it out. */
function running(command: () => unknown): () => unknown {
  return () => (client?.state === State.Running ? command() : void say("sklint does not run.", "Show Output"));
}

function showState(now: State, program: Program): void {
  const { icon, word } = STATES[now];
  status.text = `$(${icon}) sklint`;
  status.tooltip = `sklint ${word}\n${program.command} (${program.origin})`;
  status.backgroundColor = undefined;
}

function failed(message: string, ...buttons: string[]): Thenable<string | undefined> {
  output.error(message);
  status.text = "$(error) sklint";
  status.tooltip = message;
  status.backgroundColor = new vscode.ThemeColor("statusBarItem.errorBackground");
  return say(message, ...buttons, "Show Output");
}

/** Say what to install, and where. */
function missing(setting: string, python: string | undefined): void {
  const install = `${python ? `"${python}"` : "python3"} -m pip install sklint`;
  const what = setting ? `sklint.path names ${setting}, which is not there.` : "sklint is not installed.";
  void failed(`${what} Install it with: ${install}`, "Copy Command", "Settings").then((pick) => {
    if (pick === "Copy Command") return vscode.env.clipboard.writeText(install);
    if (pick === "Settings") return vscode.commands.executeCommand("workbench.action.openSettings", "sklint.path");
    return undefined;
  });
}

/** An error message. Never await it where something else waits: it is there until someone clicks. */
function say(message: string, ...buttons: string[]): Thenable<string | undefined> {
  return vscode.window.showErrorMessage(message, ...buttons).then((pick) => {
    if (pick === "Show Output") output.show();
    return pick;
  });
}

function showStatus(editor: vscode.TextEditor | undefined): void {
  if (editor && vscode.languages.match(SELECTOR, editor.document)) status.show();
  else status.hide();
}

function unclaim(document: vscode.TextDocument): void {
  if (document.languageId === "asc" && isProse(document.getText(new vscode.Range(0, 0, 50, 0)))) {
    void vscode.languages.setTextDocumentLanguage(document, "plaintext");
  }
}
