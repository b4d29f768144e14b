import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { readConfig } from "#server/config.ts";
import { createDiskStore, createS3Store, type FileStore } from "#server/files/index.ts";
import { createLog } from "#server/platform/log.ts";
import { listKeys, S3_SETTINGS } from "./s3-server.ts";

/** Where a fixture stores its files: in DATA_DIR, or on the test run's S3 server. */
export interface TestFiles {
  readonly settings: Readonly<Record<string, string>>;
  list(dataDir: string): Promise<string[]>;
  open(dataDir: string): FileStore;
}

/** Chooses the store of the test run: the disk, or, in Vitest's project `files-on-s3`, a new prefix on S3. */
export function chooseTestFiles(): TestFiles {
  const s3 = inject("s3");
  if (!s3) {
    return {
      settings: {},
      list: async (dataDir) =>
        (await readdir(join(dataDir, "storage"), { recursive: true }).catch(() => []))
          .filter((path) => /\/whole\/..\/./.test(path))
          .map((path) => `storage/${path}`),
      open: createDiskStore,
    };
  }
  const prefix = `test-${randomUUID()}`;
  const settings = { ...S3_SETTINGS, S3_ENDPOINT: s3.endpoint, S3_PREFIX: prefix };
  return {
    settings,
    list: async () => await listKeys(join(s3.folder, S3_SETTINGS.S3_BUCKET, prefix)),
    open() {
      const config = readConfig(settings).storage.s3;
      if (!config) throw new Error("S3 must be configured");
      return createS3Store(config, createLog("silent"));
    },
  };
}
