import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createS3Folder, readBackupStatus } from "#server/backup/index.ts";
import { readConfig } from "#server/config.ts";
import { toBackupBucket } from "#server/config-backup.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";
import { type FaultyProxy, startFaultyProxy } from "#server/testing/faulty-proxy.ts";
import { startHttpServer } from "#server/testing/http-server.ts";
import { type S3Server, startS3Server } from "#server/testing/s3-server.ts";
import { runBackupCommand } from "./backup.ts";
import { runRestoreCommand } from "./restore.ts";

let site: AppFixture;
let s3: S3Server;
let proxy: FaultyProxy;
let folder: string;
let settings: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lattice-backup-s3-"));
  s3 = await startS3Server();
  proxy = await startFaultyProxy(s3.endpoint);
  site = await createAppFixture();
  const { S3_BUCKET: _bucket, ...connection } = s3.settings({ endpoint: proxy.endpoint });
  settings = {
    ...connection,
    DATABASE_URL: site.database.url,
    DATA_DIR: site.dataDir,
    BACKUP_DIR: "s3://backups/nightly",
    BACKUP_KEEP: "1",
    BACKUP_PASSPHRASE: "a passphrase for this test",
  };
});
afterAll(async () => {
  await site.end();
  await proxy.close();
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

async function run(
  command: typeof runBackupCommand,
  args: readonly string[],
  environment: Record<string, string>,
) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await command(args, {
    environment,
    print,
    readPassphrase: async () => "",
    isInteractive: false,
    workFactor: 10,
  });
  return lines.join("\n");
}

test("backups are written to the bucket in BACKUP_DIR, old ones are deleted, and one is restored", async () => {
  const member = await site.register();
  const path = await site.uploadImage(member);
  expect(await run(runBackupCommand, [], settings)).toContain("to s3://backups/nightly/lattice-");
  const [firstKey = ""] = await s3.listKeys("backups");
  // Backup names contain the time in seconds, so a second backup within the same second fails.
  await expect
    .poll(() => run(runBackupCommand, [], settings).catch(String), { interval: 300 })
    .toContain("Deleted 1 old backup.");
  const keys = await s3.listKeys("backups");
  expect(keys).toHaveLength(1);
  expect(keys).not.toContain(firstKey);
  const { rows } = await site.database.pool.query(
    "select count(*)::int from public.backups where error is null",
  );
  expect(rows[0].count).toBe(2);

  const target = await createTestDatabase();
  try {
    const { BACKUP_DIR: _folder, ...otherSettings } = settings;
    const environment = { ...otherSettings, DATABASE_URL: target.url, DATA_DIR: folder };
    const restore = (url: string) => run(runRestoreCommand, [url], environment);
    await expect(restore("s3://backups/nightly/other.tar.zst")).rejects.toThrow(
      "There is no s3://backups/nightly/other.tar.zst",
    );
    // An interrupted download is resumed.
    let requestCount = 0;
    proxy.setFault(({ method }) => {
      requestCount += method === "GET" ? 1 : 0;
      return requestCount === 1 ? { kind: "truncate", bytes: 5_000 } : undefined;
    });
    expect(await restore(`s3://backups/${keys[0]}`)).toContain("Restored");
    const restoredSite = await createEdge({ database: target, environment: { DATA_DIR: folder } });
    expect((await restoredSite.http.request(path)).status).toBe(200);

    const { backup } = readConfig(settings);
    const readStatus = (database: TestDatabase) => readBackupStatus(database.pool, backup, new Date());
    expect(await readStatus(site.database)).toMatchObject({
      problem: null,
      last: { state: "present", file: `s3://backups/${keys[0]}` },
    });
    // The restored site has made no backups of its own.
    expect((await readStatus(target)).last).toBeNull();
    proxy.setFault(({ method }) => (method === "GET" ? { kind: "status", status: 500 } : undefined));
    expect(await readStatus(site.database)).toMatchObject({
      problem: expect.stringContaining("Can't use s3://backups/nightly/ at"),
      last: { state: "elsewhere" },
    });
    proxy.setFault(() => undefined);
    const s3Folder = createS3Folder(toBackupBucket("s3://backups/", backup) ?? expect.fail());
    await s3Folder.delete(keys[0] ?? "");
    expect((await readStatus(site.database)).last?.state).toBe("missing");
  } finally {
    proxy.setFault(() => undefined);
    await target.drop();
  }
});

test("if S3 fails, the backup fails with a message, its failure is recorded, and nothing is added to the bucket", async () => {
  const countFailures = async () => {
    const { rows } = await site.database.pool.query(
      "select count(*)::int from public.backups where error is not null",
    );
    return rows[0].count;
  };
  const keysBefore = await s3.listKeys("backups");
  const failureCount = await countFailures();
  for (const failingMethod of ["HEAD", "PUT"]) {
    proxy.setFault(({ method }) => (method === failingMethod ? { kind: "status", status: 500 } : undefined));
    await expect(run(runBackupCommand, [], settings)).rejects.toThrow("Can't use s3://backups/nightly/ at");
  }
  proxy.setFault(() => undefined);
  await expect(
    run(runBackupCommand, [], { ...settings, BACKUP_DIR: "s3://missing-bucket/x" }),
  ).rejects.toThrow("Can't use s3://missing-bucket/x/ at");
  expect(await s3.listKeys("backups")).toEqual(keysBefore);
  expect(await countFailures()).toBe(failureCount + 3);
});

test("if S3 fails after the upload, the backup fails with a message and its object is deleted", async () => {
  const keysBefore = await s3.listKeys("backups");
  const environment = { ...settings, BACKUP_DIR: "s3://backups/unconfirmed" };
  let isUploaded = false;
  proxy.setFault(({ method }) => {
    isUploaded ||= method === "PUT";
    return method === "HEAD" && isUploaded ? { kind: "status", status: 500 } : undefined;
  });
  const backup = run(runBackupCommand, [], environment);
  await expect(backup).rejects.toThrow("Can't use s3://backups/unconfirmed/ at");
  proxy.setFault(() => undefined);
  expect(await s3.listKeys("backups")).toEqual(keysBefore);
});

test("parts uploaded by killed backups are deleted before the next backup, but nothing else is", async () => {
  const requests: string[] = [];
  const bucket = await startHttpServer((incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "", "http://s3.test");
    requests.push(`${incoming.method} ${pathname} ${searchParams.get("prefix") ?? ""}`.trim());
    incoming.resume();
    if (incoming.method === "DELETE") return void outgoing.writeHead(204).end();
    if (!searchParams.has("uploads")) return void outgoing.writeHead(404).end();
    const buildUpload = (key: string, initiated: Date) =>
      `<Upload><Key>${key}</Key><UploadId>1</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`;
    outgoing.setHeader("Content-Type", "application/xml").end(
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>
       ${buildUpload("nightly/lattice-old", new Date(0))}
       ${buildUpload("nightly/lattice-running", new Date())}</ListMultipartUploadsResult>`,
    );
  });
  const { backup } = readConfig({ ...settings, S3_ENDPOINT: bucket.origin });
  const s3Folder = createS3Folder(toBackupBucket("s3://backups/nightly/", backup) ?? expect.fail());
  const output = s3Folder.createOutput("lattice-new");
  await output.open();
  await output.discard();
  await bucket.close();
  expect(requests.slice(0, 3)).toEqual([
    "HEAD /backups/nightly/lattice-new",
    "GET /backups/ nightly/lattice-",
    "DELETE /backups/nightly/lattice-old",
  ]);
  expect(requests.filter((request) => request.startsWith("DELETE"))).toHaveLength(1);
});

test("a restore from S3 names the settings that are missing, and rejects a URL that isn't the URL of a backup", async () => {
  const restore = (url: string, environment: Record<string, string>) =>
    run(runRestoreCommand, [url], { DATA_DIR: folder, ...environment });
  await expect(restore("s3://backups/x", {})).rejects.toThrow(
    "S3_ENDPOINT is missing. S3 needs S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY\nS3_ACCESS_KEY is missing.",
  );
  await expect(restore("s3://x", settings)).rejects.toThrow("s3://x isn't the URL of a backup on S3");
});

test("missing files are counted when the site is backed up, and again when the backup is restored", async () => {
  await site.uploadImage(await site.register());
  const entries = await readdir(join(site.dataDir, "storage"), { recursive: true, withFileTypes: true });
  const storedFile = entries.find((entry) => entry.isFile());
  await rm(join(storedFile?.parentPath ?? "", storedFile?.name ?? ""));
  const file = join(folder, "incomplete.backup");
  const output = await run(runBackupCommand, [file], settings);
  const [, count] = /^(\d+) of the site's files (?:is|are) missing/m.exec(output) ?? [];
  expect(Number(count), output).toBeGreaterThan(0);
  const target = await createTestDatabase();
  try {
    const environment = {
      DATABASE_URL: target.url,
      DATA_DIR: join(folder, "incomplete"),
      BACKUP_PASSPHRASE: settings.BACKUP_PASSPHRASE ?? "",
    };
    expect(await run(runRestoreCommand, [file], environment)).toMatch(
      new RegExp(
        `\n${count} of the site's files (was|were) already missing when the backup was made\\.\nRestored`,
      ),
    );
  } finally {
    await target.drop();
  }
});

test("a restore to an S3 server that doesn't respond is refused with a message before anything is written", async () => {
  const file = join(folder, "site.backup");
  await run(runBackupCommand, [file], settings);
  const target = await createTestDatabase();
  proxy.setFault(() => ({ kind: "reset" }));
  try {
    const environment = { ...settings, S3_BUCKET: "files", DATABASE_URL: target.url, DATA_DIR: folder };
    await expect(run(runRestoreCommand, [file], environment)).rejects.toThrow(
      `The request to S3 at ${proxy.endpoint} failed: `,
    );
    const { rows } = await target.pool.query("select from auth.users");
    expect(rows).toEqual([]);
  } finally {
    proxy.setFault(() => undefined);
    await target.drop();
  }
});
