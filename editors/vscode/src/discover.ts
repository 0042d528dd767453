/** Where the program `sklint` is: what the settings say, the Python environment, the folder's own, `PATH`. */
import * as path from "node:path";

export interface Places {
  /** The setting `sklint.path`, "" for none. */
  setting: string;
  /** The Python that the user chose in the Python extension. */
  python?: string;
  folder?: string;
  home: string;
  /** The value of the variable PATH. */
  search: string;
  windows: boolean;
  trusted: boolean;
}

/** A program, and where it was found. */
export interface Program {
  command: string;
  origin: string;
}

type Exists = (path: string) => boolean;

/** The first place that has the program. A setting that points nowhere gives nothing: it is not passed over. */
export function findProgram(places: Places, exists: Exists): Program | undefined {
  return candidates(places).find((it) => exists(it.command));
}

export function candidates(places: Places): Program[] {
  const { setting, python, folder, trusted } = places;
  const name = places.windows ? "sklint.exe" : "sklint";
  const scripts = places.windows ? "Scripts" : "bin";
  const onPath = places.search
    .split(places.windows ? ";" : ":")
    .filter(Boolean)
    .map((it) => ({ command: path.join(it, name), origin: "PATH" }));
  if (!trusted) return onPath;
  if (setting) return [{ command: expanded(setting, places), origin: "the setting sklint.path" }];
  const found: Program[] = [];
  if (python) found.push(...besidePython(python, name, scripts));
  for (const environment of folder ? [".venv", "venv"] : []) {
    found.push({ command: path.join(folder!, environment, scripts, name), origin: `${environment} of the folder` });
  }
  return [...found, ...onPath];
}

/** On Windows, a base environment has python.exe above its Scripts. */
function besidePython(python: string, name: string, scripts: string): Program[] {
  const home = path.dirname(python);
  const origin = "the chosen Python environment";
  return [path.join(home, name), path.join(home, scripts, name)].map((command) => ({ command, origin }));
}

function expanded(setting: string, places: Places): string {
  return setting.replace(/^~(?=$|[\\/])/, places.home).replaceAll("${workspaceFolder}", places.folder ?? "");
}

/** Whether a text that an editor calls AscendC by its suffix is PGP armour or AsciiDoc, which share `.asc`. */
export function isProse(text: string): boolean {
  return /^(?:[ \t\r]*(?:\/\/[^\n]*)?\n)*(?:-----BEGIN |={1,6}[ \t]+\S|:!?\w[\w-]*!?:(?:[ \t\r\n]|$))/.test(text);
}
