import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ICON_NAMES } from "./icon-names.ts";

const WEB = join(import.meta.dirname, "..");

test("every Lucide icon in the sprite is used", () => {
  const source = readdirSync(WEB, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.endsWith("icon-names.ts"))
    .map((path) => readFileSync(join(WEB, path), "utf8"))
    .join("\n");
  expect(ICON_NAMES.filter((name) => !source.includes(`"${name}"`))).toEqual([]);
});
