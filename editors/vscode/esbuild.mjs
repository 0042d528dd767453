// `node esbuild.mjs` bundles the extension into dist/; `node esbuild.mjs test` its unit tests into dist-test/.
import { build } from "esbuild";

const shared = { bundle: true, platform: "node", target: "node20", logLevel: "warning" };
if (process.argv[2] === "test") {
  await build({ ...shared, entryPoints: ["test/discover.test.ts"], outdir: "dist-test", format: "esm", outExtension: { ".js": ".mjs" } });
} else {
  await build({ ...shared, entryPoints: ["src/extension.ts"], outdir: "dist", format: "cjs", external: ["vscode"], minify: true });
}
