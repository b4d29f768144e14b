import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync, rmSync, type WriteStream } from "node:fs";
import { link, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartError } from "#server/platform/start-error.ts";
import type { ArchiveOutput } from "./write-archive.ts";

const PARTIAL_NAME = /\.[0-9a-f]{16}\.partial$/;
/** A partial file that hasn't changed for this long was abandoned: running backups write more often. */
const ABANDONED_MS = 3_600_000;

/** Creates an output that writes an archive to a file. If the process exits early, no partial file is left behind. */
export function createFileOutput(file: string): ArchiveOutput {
  const partialPath = `${file}.${randomBytes(8).toString("hex")}.partial`;
  const removePartialFile = () => rmSync(partialPath, { force: true });
  let stream: WriteStream | undefined;
  process.once("exit", removePartialFile);
  return {
    async open() {
      if (existsSync(file)) throw Object.assign(new Error("the file exists"), { code: "EEXIST" });
      await removeAbandonedFiles(dirname(file));
      stream = createWriteStream(partialPath, { flags: "wx", mode: 0o600, flush: true });
      return stream;
    },
    async publish() {
      await publish(partialPath, file);
      return stream?.bytesWritten ?? 0;
    },
    async discard() {
      removePartialFile();
      process.removeListener("exit", removePartialFile);
    },
    explain: (error) => explainWriteError(error, file),
  };
}

/** Renames the complete file to its final name. Fails if another file has taken that name in the meantime. */
async function publish(partialPath: string, file: string): Promise<void> {
  try {
    await link(partialPath, file);
    await rm(partialPath);
  } catch (error) {
    // Falls back to renaming, because not every file system has hard links.
    if ((error as NodeJS.ErrnoException).code === "EEXIST" || existsSync(file)) throw error;
    await rename(partialPath, file);
  }
  if (process.platform === "win32") return;
  const folder = await open(dirname(file), "r");
  await folder.sync().finally(() => folder.close());
}

/** Removes partial files left behind by killed backups. */
async function removeAbandonedFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!PARTIAL_NAME.test(name)) continue;
    const partialPath = join(folder, name);
    const { mtimeMs } = await stat(partialPath).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < Date.now() - ABANDONED_MS) await rm(partialPath, { force: true });
  }
}

function explainWriteError(error: unknown, file: string): unknown {
  const folder = dirname(file);
  switch ((error as NodeJS.ErrnoException).code) {
    case "EEXIST":
      return new StartError(`${file} already exists. Choose another name, or move the file elsewhere.`);
    case "ENOENT":
      // Some file systems, such as /proc, report this error when a file can't be created.
      return new StartError(
        existsSync(folder)
          ? `Files can't be created in ${folder}. Choose another folder.`
          : `The folder ${folder} doesn't exist. Create it first.`,
        { cause: error },
      );
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new StartError(`You don't have permission to write to the folder ${folder}.`, { cause: error });
    case "ENOTDIR":
      return new StartError(`${folder} is not a folder.`, { cause: error });
    case "ENOSPC":
    case "EDQUOT":
      return new StartError(
        `The disk that contains ${folder} is full. Free some space, or choose another folder.`,
        { cause: error },
      );
    case "EFBIG":
      return new StartError(`Files in ${folder} can't be this large. Choose another folder.`, {
        cause: error,
      });
    default:
      return error;
  }
}
