// Runs suite.cjs in the extension host: node host.mjs FOLDER SCRATCH SKLINT EXTENSION prints a line for each test.
// Its sklint is found by what stands for the Python extension: the real one is not on the registry of npm.
import fs from "node:fs";
import path from "node:path";
import { startWorkbench } from "./harness.mjs";

const [folder, scratch, sklint, extension] = process.argv.slice(2);
for (let number = 1; number <= 20; number += 1) {
  fs.copyFileSync(path.join(import.meta.dirname, "../data/kernels.asc"), path.join(folder, `kernels${number}.asc`));
}
placePythonExtension(path.join(scratch, "extensions"), path.join(path.dirname(sklint), "python"));
const { page, url, port, stop } = await startWorkbench({ folder, scratch });
const remote = (it) => `vscode-remote://127.0.0.1:${port}${it}`;
const payload = [
  ["extensionDevelopmentPath", remote(extension)],
  ["extensionTestsPath", remote(path.join(import.meta.dirname, "suite.cjs"))],
  ["skipWelcome", "true"],
];

let told = false; // the message of a test that sets a wrong path
const message = page.locator(".notification-toast", { hasText: "pip install sklint" });
message.waitFor({ timeout: 120000 }).then(() => (told = true)).catch(() => undefined);
try {
  const status = await new Promise((done, failed) => {
    setTimeout(() => failed(new Error("the tests take too long")), 120000).unref();
    const log = (_, words) => words.filter((it) => /^(not )?ok /.test(it)).forEach((it) => console.log(it));
    page
      .exposeFunction("codeAutomationLog", log)
      .then(() => page.exposeFunction("codeAutomationExit", done))
      .then(() => page.goto(`${url}&payload=${encodeURIComponent(JSON.stringify(payload))}`))
      .catch(failed);
  });
  console.log(`${told ? "ok" : "not ok"} the message says what to install`);
  process.exitCode = status === 0 && told ? 0 : 1;
} catch (error) {
  await page.screenshot({ path: path.join(scratch, "failed.png") });
  throw error;
} finally {
  await stop();
}
process.exit();

function placePythonExtension(extensions, python) {
  const name = "ms-python.python-1.0.0";
  const own = { name: "python", publisher: "ms-python", version: "1.0.0", engines: { vscode: "^1.91.0" }, main: "./main.js" };
  const main = `exports.activate = () => ({ environments: {
    getActiveEnvironmentPath: () => ({ path: "chosen" }),
    resolveEnvironment: async () => ({ executable: { uri: require("vscode").Uri.file(${JSON.stringify(python)}) } }),
    onDidChangeActiveEnvironmentPath: () => ({ dispose() {} }),
  } });`;
  fs.mkdirSync(path.join(extensions, name), { recursive: true });
  fs.writeFileSync(path.join(extensions, name, "package.json"), JSON.stringify({ ...own, activationEvents: [] }));
  fs.writeFileSync(path.join(extensions, name, "main.js"), main);
  const location = { $mid: 1, path: path.join(extensions, name), scheme: "file" };
  const entry = { identifier: { id: "ms-python.python" }, version: "1.0.0", location, relativeLocation: name };
  fs.writeFileSync(path.join(extensions, "extensions.json"), JSON.stringify([entry]));
}
