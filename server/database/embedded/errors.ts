import { StartError } from "#server/platform/start-error.ts";

/** The database cannot be started. `message` is one sentence for the operator; print it without the stack. */
export class EmbeddedPostgresError extends StartError {
  override readonly name = "EmbeddedPostgresError";
}

/** Another living program holds the data folder. */
export class AnotherProgramError extends EmbeddedPostgresError {
  readonly folder: string;
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(
      `Another Lattice (process ${pid}) is already running on the data folder ${folder}: ` +
        "stop it first, or set DATA_DIR to another folder.",
    );
    this.folder = folder;
    this.pid = pid;
  }
}

/** Turns what the file system, or PostgreSQL on writing, said about `path` into one sentence; other errors pass through as they are. */
export function explainFileError(error: unknown, path: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case "EACCES":
    case "EPERM":
      return new EmbeddedPostgresError(
        `The folder ${path} is not writable for this user: change its owner or set DATA_DIR to another folder.`,
        { cause: error },
      );
    case "EROFS":
      return new EmbeddedPostgresError(
        `The folder ${path} is on a read-only disk: set DATA_DIR to a folder that can be written.`,
        { cause: error },
      );
    case "ENOTDIR":
    case "EEXIST":
      return new EmbeddedPostgresError(`${path} is not a folder: set DATA_DIR to a folder.`, {
        cause: error,
      });
    case "ENOSPC":
    case "53100":
    case "EDQUOT":
      return diskFull(path);
    default:
      return error;
  }
}

/** Turns what a PostgreSQL program printed before it failed into one sentence. `what` names the failed step. */
export function explainOutput(what: string, output: string, folder: string): EmbeddedPostgresError {
  if (/No space left on device|Disk quota exceeded|Check free disk space|wrote only \d+ of/i.test(output))
    return diskFull(folder);
  const library = /error while loading shared libraries: ([^:\s]+)/.exec(output)?.[1];
  if (library) {
    return new EmbeddedPostgresError(
      `PostgreSQL needs the library ${library}, which this machine does not have: ` +
        "install it, or set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
  const lines = output.split("\n").map((line) => line.trim());
  const said = (pattern: RegExp) =>
    lines.findLast((line) => pattern.test(line))?.replace(/^.*?(?:FATAL|PANIC|error|DETAIL):\s*/, "");
  const reason = said(/FATAL:|PANIC:|error:/) ?? lines.findLast((line) => line !== "") ?? "it gave no reason";
  const detail = said(/DETAIL:/);
  return new EmbeddedPostgresError(
    `${what} failed in ${folder}: ${reason.replace(/\.$/, "")}${detail ? ` (${detail.replace(/\.$/, "")})` : ""}.`,
  );
}

function diskFull(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The disk that holds ${folder} is full: make room, or set DATA_DIR to a folder on another disk.`,
  );
}
