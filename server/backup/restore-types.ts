import type { Migration } from "#server/database/index.ts";
import type { BackupChecksums, BackupHeader } from "./format.ts";
import type { ArchiveSource } from "./read-archive.ts";

/** A backup that is complete and unaltered, and that this version of Lattice can restore. */
export interface VerifiedBackup {
  readonly header: BackupHeader;
  readonly checksums: BackupChecksums;
  /** The last migration of the version that made the backup. */
  readonly version: Migration;
}

export interface RestoreOptions {
  readonly url: string;
  readonly dataDir: string;
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
