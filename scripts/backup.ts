import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatCount } from "#core/format-count.ts";
import { formatSize } from "#core/format-size.ts";
import {
  type BackupProgress,
  createBackup,
  createS3Folder,
  deleteOldBackups,
  ensureBackupFolder,
  nameScheduledBackup,
  recordBackup,
} from "#server/backup/index.ts";
import { readConfig } from "#server/config.ts";
import { toBackupBucket } from "#server/config-backup.ts";
import { createFiles, readLocation, requireSettings } from "#server/files/index.ts";
import { StartError } from "#server/platform/start-error.ts";
import { limitRate } from "./progress.ts";
import { readSecret } from "./read-secret.ts";
import { type Environment, print, runCommand, withDatabase } from "./with-database.ts";

export const USAGE = `Usage: npm run backup -- [FILE] [--encrypt] [--without-files]
  Backs up the database and all files to FILE, whether or not the site is running.
  Without FILE, makes a scheduled backup now: writes it to BACKUP_DIR and deletes all but the BACKUP_KEEP newest.

  --encrypt         asks for a passphrase and encrypts the backup. With BACKUP_PASSPHRASE, every backup is encrypted.
  --without-files   makes a backup even if none of the site's files can be found.`;

interface Terminal {
  readonly environment: Environment;
  print(line: string): void;
  readPassphrase(label: string): Promise<string>;
  /** Whether the passphrase is typed by a person, who must repeat it to catch typing errors. */
  readonly isInteractive: boolean;
  /** The base-2 logarithm of the encryption's scrypt cost. Tests set a lower one. */
  readonly workFactor?: number;
}

const PASSPHRASE_MIN_LENGTH = 8;

/** Throws StartError if the backup can't be made. */
export async function runBackupCommand(args: readonly string[], terminal: Terminal): Promise<void> {
  const { environment, print } = terminal;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      encrypt: { type: "boolean", default: false },
      "without-files": { type: "boolean", default: false },
    },
  });
  const [fileArgument] = positionals;
  const { backup } = readConfig(environment);
  const { folder, retainedCount, passphrase: configuredPassphrase } = backup;
  const bucket = folder === null ? null : toBackupBucket(folder, backup);
  const s3Folder = bucket && createS3Folder(bucket);
  if (positionals.length > 1 || (fileArgument === undefined && folder === null)) throw new StartError(USAGE);
  const passphrase =
    configuredPassphrase ?? (values.encrypt ? await promptForPassphrase(terminal) : undefined);

  await withDatabase(
    { maxConnections: 2, environment, migrates: false },
    async ({ config, database, log }) => {
      const startedAt = new Date();
      const isEncrypted = passphrase !== undefined;
      const isScheduled = fileArgument === undefined;
      const { name, prefix } = await nameScheduledBackup(database.pool, { now: startedAt, isEncrypted });
      const file = fileArgument === undefined ? resolve(folder ?? ".", name) : resolve(fileArgument);
      const location = isScheduled && s3Folder ? `${s3Folder.name}${name}` : file;
      const recordResult = (size: number | null, error: string | null) =>
        recordBackup(database.pool, {
          file: location,
          startedAt,
          endedAt: new Date(),
          isScheduled,
          isEncrypted,
          size,
          error,
        });
      try {
        if (isScheduled && folder !== null && !s3Folder) await ensureBackupFolder(folder);
        const { dataDir } = config;
        requireSettings(await readLocation(database.pool), config.storage.s3);
        const files = createFiles({
          pool: database.pool,
          log,
          announcements: null,
          dataDir,
          s3: config.storage.s3,
        });
        const onProgress = createProgressPrinter(print);
        const result = await createBackup({
          url: database.url,
          files,
          file: isScheduled && s3Folder ? s3Folder.createOutput(name) : file,
          passphrase,
          workFactor: terminal.workFactor,
          allowsAllFilesMissing: values["without-files"],
          onProgress,
        });
        await recordResult(result.bytes, null);
        print(
          `Backed up ${formatCount(result.rows, "row")} and ${formatCount(result.files, "file")} to ${location} (${formatSize(result.bytes)}${isEncrypted ? ", encrypted" : ""}).`,
        );
        if (result.missingFiles > 0)
          print(
            `${result.missingFiles.toLocaleString("en")} of the site's files ${result.missingFiles === 1 ? "is" : "are"} missing, so the backup doesn't contain ${result.missingFiles === 1 ? "it" : "them"}.`,
          );
        if (!isEncrypted)
          print(
            "The backup isn't encrypted, and it contains the site's signing keys and everyone's data. Store it in a private place.",
          );
        if (isScheduled && folder !== null) {
          const deletedBackups = await deleteOldBackups(s3Folder ?? folder, {
            prefix,
            newestName: name,
            retainedCount,
          });
          if (deletedBackups.length > 0)
            print(`Deleted ${formatCount(deletedBackups.length, "old backup")}.`);
        }
      } catch (error) {
        // Record a scheduled backup's failure for administrators, because the command's output may go unread. If the
        // database has failed, recording fails too.
        if (isScheduled)
          await recordResult(null, error instanceof Error ? error.message : String(error)).catch(() => {});
        throw error;
      }
    },
  );
}

async function promptForPassphrase({ readPassphrase, isInteractive }: Terminal): Promise<string> {
  const passphrase = await readPassphrase("Passphrase");
  if (passphrase.length < PASSPHRASE_MIN_LENGTH)
    throw new StartError(`The passphrase must have at least ${PASSPHRASE_MIN_LENGTH} characters.`);
  if (isInteractive && (await readPassphrase("Repeat the passphrase")) !== passphrase)
    throw new StartError("The passphrases don't match.");
  return passphrase;
}

function createProgressPrinter(print: (line: string) => void): (progress: BackupProgress) => void {
  return limitRate(({ step, done, total, bytes }) => {
    const noun = step === "database" ? "table" : "file";
    print(`  ${done.toLocaleString("en")} of ${formatCount(total, noun)}, ${formatSize(bytes)}`);
  });
}

if (import.meta.main)
  await runCommand(
    () =>
      runBackupCommand(process.argv.slice(2), {
        environment: process.env,
        print,
        readPassphrase: (label) => readSecret(label, "Set BACKUP_PASSPHRASE."),
        isInteractive: process.stdin.isTTY,
      }),
    USAGE,
  );
