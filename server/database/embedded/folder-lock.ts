import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AnotherProgramError, EmbeddedPostgresError } from "./errors.ts";
import { isAlive, readStartTime } from "./process-identity.ts";

interface LockOwner {
  pid: number;
  start: string;
}

/** The owner of an unreadable lock. No process has this ID. */
const NO_OWNER: LockOwner = { pid: 0x7fffffff, start: "" };

/**
 * Locks a data folder and returns a function that unlocks it. Replaces a dead process's lock. Throws
 * AnotherProgramError if a running process has locked the folder.
 */
export function lockFolder(folder: string): () => void {
  return acquire(join(folder, "lattice.lock"), folder, 0);
}

function acquire(path: string, folder: string, depth: number): () => void {
  // The lock is a link to a complete temporary file, so no process reads an incomplete lock, and only one acquires it.
  const candidate = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  writeFileSync(candidate, JSON.stringify({ pid: process.pid, start: readStartTime(process.pid) }), {
    mode: 0o644,
    flag: "wx",
  });
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      try {
        linkSync(candidate, path);
        return () => rmSync(path, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const owner = readOwner(path);
      if (owner === "gone") continue;
      if (isOwnerRunning(owner)) throw new AnotherProgramError(folder, owner.pid);
      if (depth > 3) break;
      // Processes that find the same stale lock compete for a second lock. The winner checks the first one again.
      const release = acquire(`${path}.takeover`, folder, depth + 1);
      try {
        const currentOwner = readOwner(path);
        if (currentOwner === "gone") continue;
        if (isOwnerRunning(currentOwner)) throw new AnotherProgramError(folder, currentOwner.pid);
        renameSync(candidate, path);
        return () => rmSync(path, { force: true });
      } finally {
        release();
      }
    }
    throw new EmbeddedPostgresError(
      `Can't acquire the lock ${path}. Remove it if no Lattice instance is running.`,
    );
  } finally {
    rmSync(candidate, { force: true });
  }
}

function isOwnerRunning(owner: LockOwner): boolean {
  if (!isAlive(owner.pid)) return false;
  const start = readStartTime(owner.pid);
  return start === owner.start || start === "";
}

function readOwner(path: string): LockOwner | "gone" {
  try {
    const { pid, start } = JSON.parse(readFileSync(path, "utf8"));
    return Number.isInteger(pid) && pid > 0 ? { pid, start: String(start) } : NO_OWNER;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "gone";
    if (!(error instanceof SyntaxError)) throw error;
    // A power failure can leave an empty file.
    return NO_OWNER;
  }
}
