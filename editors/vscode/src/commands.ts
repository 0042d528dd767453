/** What a user can ask the server for, by command: fix the file, generate a binding, read a rule's page. */
import * as vscode from "vscode";

const BIND = "refactor.rewrite.sklint.bind";
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
  const resolved = 1; // actions to make the edits of: a kernel that cannot be bound would be complained about
  const provider = "vscode.executeCodeActionProvider";
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(provider, uri, editor.selection, BIND, resolved);
  const here = actions.find((it) => it.edit);
  if (here?.edit) await vscode.workspace.applyEdit(here.edit);
  else if (!actions.length) await bindAny(uri);
  else vscode.window.setStatusBarMessage("sklint: no binding could be generated, see its output", 5000);
}

/** Every kernel that can be bound has a lens whose command does it. */
async function bindAny(uri: vscode.Uri): Promise<void> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
  const offered = lenses.flatMap((it) => (it.command?.command === GENERATE ? [it.command] : []));
  const chosen = offered.length > 1 ? await picked(offered, (it) => it.title) : offered[0];
  if (chosen) await vscode.commands.executeCommand(chosen.command, ...(chosen.arguments ?? []));
  else if (!offered.length) vscode.window.setStatusBarMessage("sklint: every kernel here is bound", 5000);
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
