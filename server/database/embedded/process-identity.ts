import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether a process with this ID is running, no matter who owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Returns an opaque string that distinguishes a process from an earlier one with the same ID. Empty if unknown. */
export function readStartTime(pid: number): string {
  if (process.platform === "linux") {
    const fields = readStatFields(pid);
    return fields ? `${readBootId()} ${fields[19]}` : "";
  }
  if (process.platform === "win32") return "";
  return spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() ?? "";
}

/** Reads the arguments of a process; empty if they can't be read. */
export function readArguments(pid: number): string[] {
  if (process.platform === "linux") {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    } catch {
      return [];
    }
  }
  if (process.platform === "win32") return [];
  return spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout.split(
    " ",
  );
}

/** Whether the process has ended, but still has its ID because its parent hasn't waited for it. */
function isZombie(pid: number): boolean {
  return readStatFields(pid)?.[0] === "Z";
}

/** Reads the fields of /proc/<pid>/stat after the process name, which may contain spaces and parentheses. */
function readStatFields(pid: number): string[] | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

function readBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
