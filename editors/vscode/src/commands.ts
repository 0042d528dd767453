/** What a user can ask the server for, by command: fix the file, generate a binding, read a rule's page. */
import * as vscode from "vscode";

const BIND = "refactor.rewrite.sklint.bind";
const ALL = 1000; // code actions to make the edits of

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
  const { document, selection } = editor;
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const here = await bindActions(document, selection);
  const offered = here.length ? here : await bindActions(document, whole);
  if (!offered.length) {
    vscode.window.setStatusBarMessage("sklint: every kernel here is bound", 5000);
    return;
  }
  const chosen = offered.length === 1 ? offered[0] : await picked(offered, (it) => it.title);
  if (chosen?.edit) await vscode.workspace.applyEdit(chosen.edit);
}

function bindActions(document: vscode.TextDocument, range: vscode.Range): Thenable<vscode.CodeAction[]> {
  return vscode.commands.executeCommand("vscode.executeCodeActionProvider", document.uri, range, BIND, ALL);
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
