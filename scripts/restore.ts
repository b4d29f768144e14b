import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatCount } from "#core/format-count.ts";
import { formatSize } from "#core/format-size.ts";
import {
  createRestoreTarget,
  createS3Folder,
  isEncrypted,
  type RestoreProgress,
  restoreBackup,
  verifyBackup,
} from "#server/backup/index.ts";
import { type Config, readConfig } from "#server/config.ts";
import { toBackupBucket } from "#server/config-backup.ts";
import { createS3Store, requireReachableBucket, type S3Settings } from "#server/files/index.ts";
import { createLog } from "#server/platform/log.ts";
import { findRunningInstances } from "#server/platform/running-instances.ts";
import { StartError } from "#server/platform/start-error.ts";
import { limitRate } from "./progress.ts";
import { readSecret } from "./read-secret.ts";
import { type Environment, print, refuseSecondSite, runCommand } from "./with-database.ts";

/** The command verifies the complete file before it restores anything. */
export const USAGE = `Usage: npm run restore -- FILE
  Restores a backup made by npm run backup into an empty site that isn't running (DATA_DIR, and DATABASE_URL if set).
  FILE can also be a URL on S3, such as s3://BUCKET/PATH. This requires S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY.
  The site's files are restored to the bucket S3_BUCKET if it is set, and otherwise to DATA_DIR.
  If the backup is encrypted, asks for the passphrase, unless BACKUP_PASSPHRASE is set.`;

interface Terminal {
  readonly environment: Environment;
  print(line: string): void;
  readPassphrase(label: string): Promise<string>;
}

/** Throws StartError if the backup can't be restored. */
export async function runRestoreCommand(args: readonly string[], terminal: Terminal): Promise<void> {
  const { environment, print } = terminal;
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  const [fileArgument] = positionals;
  if (fileArgument === undefined || positionals.length > 1) throw new StartError(USAGE);
  const config = readConfig(environment, fileArgument);
  if (config.databaseUrl === undefined && !environment.DATA_DIR)
    await refuseSecondSite(config.dataDir, await findRunningInstances(), { createsSite: true });
  const bucket = toBackupBucket(fileArgument, config.backup);
  if (!bucket && fileArgument.startsWith("s3://"))
    throw new StartError(`${fileArgument} isn't the URL of a backup on S3, such as s3://bucket/folder/name.`);
  if (bucket) await downloadAndRestore(bucket, print, (file) => restoreFile(file, config, terminal));
  else await restoreFile(resolve(fileArgument), config, terminal);
}

async function restoreFile(
  file: string,
  config: Config,
  { print, readPassphrase }: Pick<Terminal, "print" | "readPassphrase">,
): Promise<void> {
  const passphrase = (await isEncrypted(file))
    ? (config.backup.passphrase ?? (await readPassphrase("Passphrase")))
    : undefined;
  const source = { file, passphrase };
  print("Verifying the backup.");
  const printProgress = limitRate((bytes: number) => print(`  ${formatSize(bytes)}`));
  const backup = await verifyBackup(source, printProgress);
  const { createdAt, version } = backup.header;
  print(
    `The backup is complete. It was made on ${createdAt.slice(0, 16).replace("T", " at ")} UTC by version ${version}.`,
  );

  const log = createLog("error");
  const { s3 } = config.storage;
  if (s3) await requireReachableBucket(createS3Store(s3, log), s3);
  const targetDatabase = await openTargetDatabase(config, print);
  let restoredRowCount = 0;
  try {
    const onProgress = limitRate(({ files, bytes }: RestoreProgress) =>
      print(`  ${formatSize(bytes)}${files > 0 ? `, ${formatCount(files, "file")}` : ""}`),
    );
    const { dataDir } = config;
    const restoreTarget = createRestoreTarget({ dataDir, s3, log });
    const { skippedTables } = await restoreBackup({
      url: targetDatabase.url,
      target: restoreTarget,
      source,
      backup,
      onProgress,
    });
    if (skippedTables.length > 0)
      print(
        `Tables that aren't part of Lattice and don't exist in this database weren't restored: ${skippedTables.join(", ")}.`,
      );
    restoredRowCount = Object.entries(backup.checksums.tables)
      .filter(([key]) => !skippedTables.includes(key))
      .reduce((sum, [, table]) => sum + table.rows, 0);
  } finally {
    await targetDatabase.stop();
  }
  const { files, missingFiles } = backup.checksums;
  if (missingFiles > 0)
    print(
      `${missingFiles.toLocaleString("en")} of the site's files ${missingFiles === 1 ? "was" : "were"} already missing when the backup was made.`,
    );
  print(
    `Restored ${formatCount(restoredRowCount, "row")} and ${formatCount(files.count, "file")}. Start the site with npm start.`,
  );
}

/** Downloads the backup first, because it is read twice: to verify it, and to restore it. */
async function downloadAndRestore(
  bucket: S3Settings,
  print: Terminal["print"],
  restore: (file: string) => Promise<void>,
): Promise<void> {
  const { folder, name } = splitPath(bucket.prefix);
  const downloadFolder = await mkdtemp(join(tmpdir(), "lattice-restore-"));
  try {
    const file = join(downloadFolder, name);
    const url = `s3://${bucket.bucket}/${bucket.prefix}`;
    print(`Downloading ${url}.`);
    await createS3Folder({ ...bucket, prefix: folder }).download(name, file);
    await restore(file).catch((error: unknown) => {
      // The operator knows the URL, not the temporary file.
      throw error instanceof StartError
        ? new StartError(error.message.replaceAll(file, url), { cause: error })
        : error;
    });
  } finally {
    await rm(downloadFolder, { recursive: true, force: true });
  }
}

function splitPath(path: string): { folder: string; name: string } {
  const end = path.lastIndexOf("/") + 1;
  return { folder: path.slice(0, end), name: path.slice(end) || "backup" };
}

async function openTargetDatabase({ databaseUrl, dataDir }: Config, print: (line: string) => void) {
  if (databaseUrl !== undefined) return { url: databaseUrl, stop: async () => {} };
  const { startEmbeddedPostgres } = await import("#server/database/embedded/index.ts");
  return startEmbeddedPostgres({ dataDir, print });
}

if (import.meta.main)
  await runCommand(
    () =>
      runRestoreCommand(process.argv.slice(2), {
        environment: process.env,
        print,
        readPassphrase: (label) => readSecret(label, "Set BACKUP_PASSPHRASE."),
      }),
    USAGE,
  );
