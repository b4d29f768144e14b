import { readFileSync } from "node:fs";

/** Milliseconds of processor that a process has had so far, as Linux counts them in hundredths of a second; else NaN. */
export function processorTime(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}
