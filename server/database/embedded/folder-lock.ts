import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AnotherProgramError, EmbeddedPostgresError } from "./errors.ts";
import { isAlive, startOf } from "./process-identity.ts";

interface Holder {
  pid: number;
  start: string;
}

/**
 * Takes the folder for this process; the answer gives it back. A lock whose process has died is taken over.
 * Throws AnotherProgramError when a living process holds it.
 */
export function lockFolder(folder: string): () => void {
  return take(join(folder, "lattice.lock"), folder, 0);
}

function take(path: string, folder: string, depth: number): () => void {
  // Written aside and linked into place: the lock appears whole or not at all, and for one starter only.
  const mine = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, start: startOf(process.pid) }), {
    mode: 0o644,
    flag: "wx",
  });
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      try {
        linkSync(mine, path);
        return () => rmSync(path, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const holder = read(path);
      if (holder === "gone") continue;
      if (isHeld(holder)) throw new AnotherProgramError(folder, holder.pid);
      if (depth > 3) break;
      // Of several starters that see the same dead holder only one may replace it: they meet at a second lock,
      // and whoever has that looks again.
      const release = take(`${path}.takeover`, folder, depth + 1);
      try {
        const still = read(path);
        if (still === "gone") continue;
        if (isHeld(still)) throw new AnotherProgramError(folder, still.pid);
        renameSync(mine, path);
        return () => rmSync(path, { force: true });
      } finally {
        release();
      }
    }
    throw new EmbeddedPostgresError(`The lock ${path} cannot be taken: remove it if no Lattice is running.`);
  } finally {
    rmSync(mine, { force: true });
  }
}

function isHeld(holder: Holder): boolean {
  if (!isAlive(holder.pid)) return false;
  const start = startOf(holder.pid);
  return start === holder.start || start === "";
}

function read(path: string): Holder | "gone" {
  try {
    const { pid, start } = JSON.parse(readFileSync(path, "utf8"));
    return Number.isInteger(pid) && pid > 0 ? { pid, start: String(start) } : { pid: 0x7fffffff, start: "" };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "gone";
    if (!(error instanceof SyntaxError)) throw error;
    // A machine that lost its power can leave the file empty; such a lock belongs to nobody.
    return { pid: 0x7fffffff, start: "" };
  }
}
