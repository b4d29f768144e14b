import { dirname } from "node:path";
import { StartError } from "#server/platform/start-error.ts";
import { mayHaveCluster } from "./find-cluster.ts";

/** The database can't be started. Print `message`, which is written for the operator, but not the stack. */
export class EmbeddedPostgresError extends StartError {
  override readonly name = "EmbeddedPostgresError";
}

export class AnotherProgramError extends EmbeddedPostgresError {
  readonly folder: string;
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(
      `Another Lattice instance (process ${pid}) is already using the data folder ${folder}. ` +
        "Stop it first, or set DATA_DIR to another folder.",
    );
    this.folder = folder;
    this.pid = pid;
  }
}

const ON_ANOTHER_DISK = ", or set DATA_DIR to a folder on another disk";

/**
 * Explains a file system error, or an error of PostgreSQL when it writes to `path`. Returns other errors unchanged. If
 * the folder has a database, doesn't suggest another DATA_DIR, because Lattice would start there with an empty site.
 * `isDataFolder` is false for a folder that doesn't depend on DATA_DIR.
 */
export function explainFileError(error: unknown, path: string, { isDataFolder = true } = {}): unknown {
  const isMovable = isDataFolder && !mayHaveCluster(path);
  switch ((error as NodeJS.ErrnoException).code) {
    case "EACCES":
    case "EPERM":
      return new EmbeddedPostgresError(
        `You don't have permission to write to the folder ${path}. Change its owner${isMovable ? ", or set DATA_DIR to another folder" : ""}.`,
        { cause: error },
      );
    case "EROFS":
      return new EmbeddedPostgresError(
        `The folder ${path} is on a read-only disk. Make the disk writable${isMovable ? ON_ANOTHER_DISK : ""}.`,
        { cause: error },
      );
    case "ENOTDIR":
    case "EEXIST":
      return new EmbeddedPostgresError(
        `${path} is not a folder. ${isDataFolder ? "Set DATA_DIR to a folder." : "Move or delete the file in its place."}`,
        { cause: error },
      );
    case "ENOSPC":
    case "53100":
    case "EDQUOT":
      return createDiskFullError(path, { isMovable });
    default:
      return error;
  }
}

/**
 * Explains the output of a failed PostgreSQL program for the operator. `step` names the step that failed, and `cluster`
 * is the cluster's folder.
 */
export function explainOutput(step: string, output: string, cluster: string): EmbeddedPostgresError {
  if (/No space left on device|Disk quota exceeded|Check free disk space|wrote only \d+ of/i.test(output))
    return createDiskFullError(cluster, { isMovable: !mayHaveCluster(dirname(cluster)) });
  const library = /error while loading shared libraries: ([^:\s]+)/.exec(output)?.[1];
  if (library) {
    return new EmbeddedPostgresError(
      `PostgreSQL needs the library ${library}, which is not installed on this machine. ` +
        "Install it, or set DATABASE_URL to your own PostgreSQL.",
    );
  }
  const lines = output.split("\n").map((line) => line.trim());
  const findLine = (pattern: RegExp) =>
    lines.findLast((line) => pattern.test(line))?.replace(/^.*?(?:FATAL|PANIC|error|DETAIL):\s*/, "");
  const reason =
    findLine(/FATAL:|PANIC:|error:/) ?? lines.findLast((line) => line !== "") ?? "no reason given";
  const detail = findLine(/DETAIL:/);
  return new EmbeddedPostgresError(
    `${step} failed in ${cluster}: ${reason.replace(/\.$/, "")}${detail ? ` (${detail.replace(/\.$/, "")})` : ""}.`,
  );
}

function createDiskFullError(folder: string, { isMovable }: { isMovable: boolean }): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The disk that contains ${folder} is full. Free some space${isMovable ? ON_ANOTHER_DISK : ""}.`,
  );
}
