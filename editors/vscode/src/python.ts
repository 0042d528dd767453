/** The Python that the user chose, told by the Python extension (ms-python.python) where it is installed. */
import * as vscode from "vscode";

/** The part of the Python extension's interface that is used here. */
interface PythonApi {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(environment: { readonly path: string }): Promise<Environment | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

interface Environment {
  readonly executable: { readonly uri?: vscode.Uri };
}

/** Path of the interpreter; undefined without the extension or without a choice. */
export async function chosenPython(folder: vscode.Uri | undefined): Promise<string | undefined> {
  const environments = (await pythonApi())?.environments;
  const environment = await environments?.resolveEnvironment(environments.getActiveEnvironmentPath(folder));
  return environment?.executable.uri?.fsPath;
}

export async function whenPythonChanges(then: () => unknown): Promise<vscode.Disposable | undefined> {
  return (await pythonApi())?.environments.onDidChangeActiveEnvironmentPath(then);
}

async function pythonApi(): Promise<PythonApi | undefined> {
  return vscode.extensions.getExtension<PythonApi>("ms-python.python")?.activate();
}
