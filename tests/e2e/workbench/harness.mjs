// The real VS Code (the one inside the npm package code-server) with a headless Chromium on it, both only for one test.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import path from "node:path";

const HOME = process.env.SKLINT_E2E;
const MAIN = path.join(HOME, "workbench/node_modules/code-server/lib/vscode/out/server-main.js");
const { chromium } = createRequire(path.join(HOME, "workbench/package.json"))("playwright-core");
const CHROMIUM = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"].concat(
  ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--force-device-scale-factor=1"],
);
const QUIET = {
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "security.workspace.trust.enabled": false,
  "files.autoSave": "off",
  "chat.disableAIFeatures": true,
  "chat.commandCenter.enabled": false,
  "git.enabled": false,
  "editor.minimap.enabled": false,
};

/** `folder` is opened; everything else goes into `scratch`. `vsix`: an extension to install. */
export async function startWorkbench({ folder, scratch, vsix, settings = {}, size = { width: 1100, height: 700 } }) {
  const data = path.join(scratch, "server");
  for (const it of ["User", "Machine"]) {
    fs.mkdirSync(path.join(data, "data", it), { recursive: true }); // machine settings count only from Machine
    fs.writeFileSync(path.join(data, "data", it, "settings.json"), JSON.stringify({ ...QUIET, ...settings }));
  }
  const home = path.join(scratch, "home");
  fs.mkdirSync(home);
  const env = { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8", TMPDIR: home };
  const common = [MAIN, "--server-data-dir", data, "--extensions-dir", path.join(scratch, "extensions")];
  common.push("--accept-server-license-terms", "--telemetry-level", "off");
  if (vsix) execFileSync(process.execPath, [...common, "--install-extension", vsix], { env, stdio: "ignore" });
  const port = await freePort();
  const served = ["--host", "127.0.0.1", "--port", String(port), "--without-connection-token"];
  const flags = ["--disable-workspace-trust", "--enable-smoke-test-driver"];
  const log = fs.openSync(path.join(scratch, "workbench.log"), "a");
  const server = spawn(process.execPath, [...common, ...served, ...flags], { env, stdio: ["ignore", log, log] });
  const origin = `http://127.0.0.1:${port}`;
  await until("the server of VS Code", async () => (await fetch(`${origin}/version`).catch(() => undefined))?.ok);
  const context = await chromium.launchPersistentContext(path.join(scratch, "profile"), {
    executablePath: "/usr/bin/chromium",
    headless: true,
    viewport: size,
    args: CHROMIUM,
  });
  const stop = async () => {
    await context.close();
    const gone = new Promise((done) => server.once("exit", done));
    server.kill("SIGTERM");
    setTimeout(() => server.kill("SIGKILL"), 5000).unref();
    if (server.exitCode === null) await gone;
  };
  return { page: context.pages()[0], url: `${origin}/?folder=${encodeURIComponent(folder)}`, port, stop };
}

export async function until(what, condition, milliseconds = 30000) {
  for (const end = Date.now() + milliseconds; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    const value = await condition();
    if (value) return value;
  }
  throw new Error(`waited in vain for ${what}`);
}

function freePort() {
  return new Promise((done) => {
    const socket = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = socket.address();
      socket.close(() => done(port));
    });
  });
}
