import { readFileSync } from "node:fs";

/** CPU time of a process in milliseconds, in steps of 10 ms. NaN on systems other than Linux. */
export function readCpuTime(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}
