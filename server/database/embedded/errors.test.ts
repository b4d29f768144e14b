import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { explainFileError, explainOutput } from "./errors.ts";

let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lattice-errors-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function createSite(): Promise<string> {
  const folder = await mkdtemp(join(root, "site-"));
  await mkdir(join(folder, "postgres"));
  return folder;
}

/** Creates a site whose database is outside the data folder. */
async function createSiteElsewhere(): Promise<string> {
  const folder = await mkdtemp(join(root, "elsewhere-"));
  await writeFile(join(folder, "postgres-location"), `${join(root, "shared", "postgres")}\n`);
  return folder;
}

const explain = (code: string, folder: string) =>
  (explainFileError(Object.assign(new Error(code), { code }), folder) as Error).message;
const explainFullDisk = (cluster: string) =>
  explainOutput("Starting PostgreSQL", "FATAL:  could not write: No space left on device", cluster).message;

test("if a site's data folder can't be written to, no other folder is suggested", async () => {
  for (const folder of [await createSite(), await createSiteElsewhere()]) {
    const diskFull = `The disk that contains ${folder} is full. Free some space.`;
    expect(explain("ENOSPC", folder)).toBe(diskFull);
    expect(explain("EDQUOT", folder)).toBe(diskFull);
    expect(explain("53100", folder)).toBe(diskFull);
    expect(explain("EROFS", folder)).toBe(
      `The folder ${folder} is on a read-only disk. Make the disk writable.`,
    );
    expect(explain("EACCES", folder)).toBe(
      `You don't have permission to write to the folder ${folder}. Change its owner.`,
    );
  }
  const site = await createSite();
  for (const name of ["postgres", "postgres.new-upgrade"]) {
    const cluster = join(site, name);
    expect(explainFullDisk(cluster)).toBe(`The disk that contains ${cluster} is full. Free some space.`);
  }
});

test("if a folder that doesn't depend on DATA_DIR is a file, DATA_DIR isn't suggested", () => {
  const error = Object.assign(new Error("EEXIST"), { code: "EEXIST" });
  expect(explainFileError(error, "/var/lib/lattice", { isDataFolder: false })).toMatchObject({
    message: "/var/lib/lattice is not a folder. Move or delete the file in its place.",
  });
});

test("if a data folder without a site can't be written to, another one is suggested", async () => {
  for (const folder of [await mkdtemp(join(root, "empty-")), join(root, "missing")]) {
    expect(explain("ENOSPC", folder)).toBe(
      `The disk that contains ${folder} is full. Free some space, or set DATA_DIR to a folder on another disk.`,
    );
    expect(explain("EROFS", folder)).toBe(
      `The folder ${folder} is on a read-only disk. Make the disk writable, or set DATA_DIR to a folder on another disk.`,
    );
    expect(explain("EACCES", folder)).toBe(
      `You don't have permission to write to the folder ${folder}. Change its owner, or set DATA_DIR to another folder.`,
    );
    expect(explainFullDisk(join(folder, "postgres"))).toMatch(/set DATA_DIR to a folder on another disk\.$/);
  }
});
