import assert from "node:assert/strict";
import { test } from "node:test";
import { candidates, findProgram, isProse, Places } from "../src/discover";

const places: Places = { setting: "", home: "/home/me", search: "/usr/bin:/bin", windows: false, trusted: true };
const all: (path: string) => boolean = () => true;
const found = (more: Partial<Places>, exists = all) => findProgram({ ...places, ...more }, exists)?.command;

test("the setting comes first, with ~ and the folder replaced", () => {
  assert.equal(found({ setting: "~/bin/sklint", python: "/py/bin/python" }), "/home/me/bin/sklint");
  assert.equal(found({ setting: "${workspaceFolder}/env/bin/sklint", folder: "/work" }), "/work/env/bin/sklint");
});

test("a setting that points nowhere is not passed over", () => {
  assert.equal(found({ setting: "/gone/sklint" }, (it) => it !== "/gone/sklint"), undefined);
});

test("then the chosen Python environment, the folder's own, PATH", () => {
  const order = candidates({ ...places, python: "/py/bin/python", folder: "/work" }).map((it) => it.command);
  const own = ["/work/.venv/bin/sklint", "/work/venv/bin/sklint"];
  assert.deepEqual(order, ["/py/bin/sklint", "/py/bin/bin/sklint", ...own, "/usr/bin/sklint", "/bin/sklint"]);
});

test("a folder that is not trusted has no say", () => {
  const more = { trusted: false, setting: "./evil", python: "/work/.venv/bin/python", folder: "/work" };
  assert.equal(found(more), "/usr/bin/sklint");
});

test("no program anywhere", () => assert.equal(found({ folder: "/work" }, () => false), undefined));

test("PGP armour and AsciiDoc are no AscendC", () => {
  assert.ok(isProse("-----BEGIN PGP SIGNATURE-----\n"));
  assert.ok(isProse("// a comment\n= Title\n"));
  assert.ok(isProse(":toc:\n"));
  assert.ok(!isProse("// a comment\n#include \"kernel_operator.h\"\n"));
  assert.ok(!isProse(""));
});
