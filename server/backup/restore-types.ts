import type { Migration } from "#server/database/index.ts";
import type { FileStore, StoreName } from "#server/files/index.ts";
import type { BackupChecksums, BackupHeader } from "./format.ts";
import type { ArchiveSource } from "./read-archive.ts";

export interface VerifiedBackup {
  readonly header: BackupHeader;
  readonly checksums: BackupChecksums;
  /** The last migration of the version that made the backup. */
  readonly version: Migration;
}

export interface RestoreTarget extends Pick<FileStore, "put"> {
  readonly store: StoreName;
  /** The folder or S3 bucket, for messages. */
  readonly name: string;
  /** Prepares a site's folder. Throws StartError if it contains files that aren't from an interrupted restore. */
  claimFolder(folder: string): Promise<void>;
  /** Called once everything has been restored. */
  releaseFolders(): Promise<void>;
}

export interface RestoreOptions {
  readonly url: string;
  readonly target: RestoreTarget;
  readonly source: ArchiveSource;
  readonly backup: VerifiedBackup;
  onProgress?(progress: RestoreProgress): void;
}

export interface RestoreProgress {
  readonly step: "database" | "files";
  readonly bytes: number;
  readonly files: number;
}

export interface RestoreResult {
  /** Tables in the backup that aren't part of Lattice and weren't restored. */
  readonly skippedTables: readonly string[];
}
