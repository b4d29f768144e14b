import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { formatSettings } from "./format-settings.ts";

const format = (environment: Record<string, string>, platform: NodeJS.Platform = "linux") =>
  formatSettings(readConfig(environment), platform);

test("only settings that differ from a command's defaults are printed", () => {
  const DATA_DIR = join(import.meta.dirname, "..", "..", "data");
  expect(format({ DATA_DIR })).toBe("");
  expect(format({ DATA_DIR, PORT: "3000", HOST: "127.0.0.1", LOG_LEVEL: "warn" })).toBe("");
  expect(format({ DATA_DIR: "/srv/x", PORT: "4000", PUBLIC_URL: "https://x.example/" })).toBe(
    "DATA_DIR=/srv/x PORT=4000 PUBLIC_URL=https://x.example ",
  );
});

test("the database password isn't printed", () => {
  const DATABASE_URL = "postgres://lattice:secret@db/lattice";
  expect(format({ DATABASE_URL, DATA_DIR: "/srv/x" })).toBe('DATABASE_URL="$DATABASE_URL" DATA_DIR=/srv/x ');
});

test("a shell reads back the exact values, regardless of the characters in the folder's name", () => {
  for (const folder of ["/srv/my site", "/srv/it's $HOME", '/srv/`id`;"x"', "/srv/ü\\n"]) {
    const command = `${format({ DATA_DIR: folder })}printenv DATA_DIR`;
    expect(execFileSync("sh", ["-c", command], { encoding: "utf8" })).toBe(`${folder}\n`);
  }
  expect(format({ DATA_DIR: "/srv/it's" }, "win32")).toBe("$env:DATA_DIR='/srv/it''s'; ");
});
