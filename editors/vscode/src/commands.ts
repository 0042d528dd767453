/** What a user can ask the server for, by command: fix the file, generate a binding or a contract, read a rule's page. */
import * as vscode from "vscode";

const BIND = "refactor.rewrite.sklint.bind";
const CONTRACT = "refactor.rewrite.sklint.contract";
const GENERATE = "sklint.server.generateBind";

export async function fixAll(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const uri = editor?.document.uri.toString();
  if (uri && !(await vscode.commands.executeCommand<boolean>("sklint.server.fixAll", uri))) {
    vscode.window.setStatusBarMessage("sklint: there is nothing to fix safely", 5000);
  }
}

/** The binding of the kernel at the cursor; of one in the file if there is none there. */
export async function bind(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const { uri } = editor.document;
  const actions = await offered(uri, editor.selection, BIND);
  const here = actions.find((it) => it.edit);
  if (here?.edit) await vscode.workspace.applyEdit(here.edit);
  else if (!actions.length) await bindAny(uri);
  else vscode.window.setStatusBarMessage("sklint: no binding could be generated, see its output", 5000);
}

/** Every kernel that can be bound has a lens whose command does it. */
async function bindAny(uri: vscode.Uri): Promise<void> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
  const commands = lenses.flatMap((it) => (it.command?.command === GENERATE ? [it.command] : []));
  const chosen = commands.length > 1 ? await picked(commands, (it) => it.title) : commands[0];
  if (chosen) await vscode.commands.executeCommand(chosen.command, ...(chosen.arguments ?? []));
  else if (!commands.length) vscode.window.setStatusBarMessage("sklint: every kernel here is bound", 5000);
}

/** The IO contract of the file's kernels: written, or completed. The server says why where it cannot be. */
export async function writeContract(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const { uri, lineCount } = editor.document;
  const actions = await offered(uri, new vscode.Range(0, 0, lineCount, 0), CONTRACT);
  const edit = actions.find((it) => it.edit)?.edit;
  if (edit) await vscode.workspace.applyEdit(edit);
  else if (!actions.length) {
    vscode.window.setStatusBarMessage("sklint: no kernel here lacks an entry in the IO contract", 5000);
  }
}

/** What the server offers of one kind. The edit of one is made: of more, a kernel that cannot be bound would be told. */
async function offered(uri: vscode.Uri, range: vscode.Range, kind: string): Promise<vscode.CodeAction[]> {
  const provider = "vscode.executeCodeActionProvider";
  return vscode.commands.executeCommand<vscode.CodeAction[]>(provider, uri, range, kind, 1);
}

/** The page of the rule reported at the cursor; of one reported in the file if there is none there. */
export async function showRule(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const found = vscode.languages.getDiagnostics(editor.document.uri).filter((it) => it.source === "sklint");
  const here = found.filter((it) => it.range.intersection(editor.selection));
  const rules = [...new Set((here.length ? here : found).map(ruleOf))];
  const rule = rules.length > 1 ? await picked(rules, (it) => it) : rules[0];
  if (rule) await vscode.commands.executeCommand("sklint.server.showRule", rule);
  else if (!rules.length) vscode.window.setStatusBarMessage("sklint: nothing is found in this file", 5000);
}

function ruleOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === "object" ? code.value : code);
}

async function picked<T>(items: readonly T[], label: (it: T) => string): Promise<T | undefined> {
  return (await vscode.window.showQuickPick(items.map((item) => ({ label: label(item), item }))))?.item;
}
