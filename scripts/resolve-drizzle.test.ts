import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Lists the files that Node loads for Drizzle, with their formats, in order. */
async function listDrizzleFiles(...preload: string[]): Promise<string[]> {
  const program = `
    import { registerHooks } from "node:module";
    registerHooks({
      load(url, context, next) {
        const result = next(url, context);
        console.log(result.format, url);
        return result;
      },
    });
    for (const path of ["", "/pg-core", "/node-postgres", "/node-postgres/migrator"])
      await import("drizzle-orm" + path);
    process.getBuiltinModule("module").createRequire(import.meta.url)("drizzle-orm");`;
  const args = [...preload, "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: join(import.meta.dirname, ".."),
    env: { PATH: process.env.PATH },
  });
  return stdout.split("\n").filter((line) => line.includes("/node_modules/drizzle-orm/"));
}

test("with the hook, Drizzle's imports and requires resolve to the same files as without it", async () => {
  const files = await listDrizzleFiles();
  expect(files.filter((line) => line.startsWith("module ")).length).toBeGreaterThan(50);
  expect(files.filter((line) => line.startsWith("commonjs ")).length).toBeGreaterThan(5);
  expect(await listDrizzleFiles("--import", "./scripts/resolve-drizzle.mjs")).toEqual(files);
});
