import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createJobs, type Job, type Jobs } from "#server/platform/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  addBackupJob,
  deleteOldBackups,
  ensureBackupFolder,
  nameScheduledBackup,
  readBackupStatus,
  recordBackup,
} from "./index.ts";
import { withFolderTimeout } from "./scheduled-files.ts";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "lattice-schedule-"));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const getDestination = () => ({ folder, connection: null });

/** Records a backup. Unless another file is given, its file is this test file, which exists. */
const record = (startedAt: Date, changes: { isScheduled?: boolean; error?: string; file?: string } = {}) =>
  recordBackup(database.pool, {
    file: changes.file ?? import.meta.filename,
    startedAt,
    endedAt: startedAt,
    isScheduled: changes.isScheduled ?? true,
    isEncrypted: false,
    size: changes.error ? null : 1000,
    error: changes.error ?? null,
  });

test("a backup is due after the configured interval, and right away after a failure", async () => {
  let now = new Date("2026-06-15T12:00:00Z");
  let runCount = 0;
  let addedJob: Job | undefined;
  const clock = { now: () => now };
  const run = async () => {
    runCount += 1;
  };
  addBackupJob(
    { database, clock, destination: getDestination(), everyHours: 6, run },
    {
      add(job) {
        addedJob = job;
      },
    },
  );
  const countRuns = async () => {
    runCount = 0;
    await addedJob?.run({}, new AbortController().signal);
    return runCount;
  };
  expect(await countRuns()).toBe(1);
  await record(now, { error: "The disk is full." });
  await record(now, { isScheduled: false });
  expect(await countRuns()).toBe(1);
  await record(now);
  expect(await countRuns()).toBe(0);
  now = new Date("2026-06-15T17:59:00Z");
  expect(await countRuns()).toBe(0);
  now = new Date("2026-06-15T18:00:00Z");
  expect(await countRuns()).toBe(1);

  // The backup was deleted.
  await record(now, { file: join(folder, "deleted.tar.zst") });
  expect(await countRuns()).toBe(1);
  // Another instance made a backup on its own disk.
  await database.pool.query("update public.backups set host = 'another-machine'");
  expect(await countRuns()).toBe(0);
});

test("backups made while the clock was wrong don't postpone the next one", async () => {
  await database.pool.query("delete from public.backups");
  let now = new Date("2031-01-01T00:00:00Z");
  let addedJob: Job | undefined;
  const run = () => record(now);
  addBackupJob(
    { database, clock: { now: () => now }, destination: getDestination(), everyHours: 6, run },
    {
      add(job) {
        addedJob = job;
      },
    },
  );
  const listStarts = async () => {
    await addedJob?.run({}, new AbortController().signal);
    const { rows } = await database.pool.query("select started_at from public.backups order by id");
    return rows.map((row) => row.started_at.toISOString());
  };
  const starts = ["2031-01-01T00:00:00.000Z"];
  expect(await listStarts()).toEqual(starts);
  now = new Date("2026-06-15T12:00:00Z");
  starts.push(now.toISOString());
  expect(await listStarts()).toEqual(starts);
  expect(await listStarts()).toEqual(starts);
  const { last } = await readBackupStatus(database.pool, getDestination(), now);
  expect(last?.endedAt).toEqual(now);
});

test("until there is a backup, the status says when the first one will be made", async () => {
  await database.pool.query("delete from public.backups");
  const now = new Date("2026-06-15T12:00:30Z");
  const readFirstDueAt = async (destination = getDestination()) =>
    (await readBackupStatus(database.pool, destination, now)).firstDueAt?.toISOString();
  expect(await readFirstDueAt()).toBe("2026-06-15T12:15:00.000Z");
  expect(
    await readFirstDueAt({ ...getDestination(), folder: join(import.meta.filename, "x") }),
  ).toBeUndefined();
  await record(now);
  expect(await readFirstDueAt()).toBeUndefined();
});

test("if a folder doesn't respond, no second operation is started there until it responds again", async () => {
  const drive = Promise.withResolvers<string>();
  let startCount = 0;
  const readDrive = () => {
    startCount += 1;
    return drive.promise;
  };
  const refusal = "The folder /mnt/drive doesn't respond.";
  await expect(withFolderTimeout("/mnt/drive", readDrive, 1)).rejects.toThrow(refusal);
  await expect(withFolderTimeout("/mnt/drive", readDrive, 1)).rejects.toThrow(refusal);
  expect(startCount).toBe(1);
  drive.resolve("content");
  await drive.promise;
  await expect.poll(() => withFolderTimeout("/mnt/drive", readDrive)).toBe("content");
});

test("only one of several processes that share a database makes the backup", async () => {
  await database.pool.query("delete from public.backups");
  let runCount = 0;
  const now = new Date();
  const run = async () => {
    await record(now);
    // Counted after the backup is recorded. Otherwise, the job sent again below could start before the record exists.
    runCount += 1;
  };
  const log = createLog("silent");
  const processes: Jobs[] = [1, 2].map(() => {
    const jobs = createJobs({ pool: database.pool, log, pollSeconds: 0.5 });
    addBackupJob(
      { database, clock: { now: () => now }, destination: getDestination(), everyHours: 6, run },
      jobs,
    );
    jobs.start();
    return jobs;
  });
  try {
    await expect
      .poll(async () => {
        for (const jobs of processes) await jobs.send("backup", {}, "now").catch(() => {});
        return runCount;
      })
      .toBe(1);
    for (const jobs of processes) await jobs.send("backup", {}, "again").catch(() => {});
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query(
          "select count(*)::int as waiting from jobs.job where name = 'backup' and state < 'completed'",
        );
        return rows[0].waiting;
      })
      .toBe(0);
    expect(runCount).toBe(1);
  } finally {
    for (const jobs of processes) await jobs.stop();
  }
});

test("only old backups of this site are deleted", async () => {
  const names = [];
  for (const day of ["01", "02", "03", "04"])
    names.push(
      (
        await nameScheduledBackup(database.pool, {
          now: new Date(`2026-06-${day}T10:00:00Z`),
          isEncrypted: false,
        })
      ).name,
    );
  const { prefix, name } = await nameScheduledBackup(database.pool, {
    now: new Date("2026-06-05T10:00:00Z"),
    isEncrypted: true,
  });
  expect(name).toBe(`${prefix}-20260605-100000.tar.zst.age`);
  const otherNames = ["notes.txt", "lattice-00000000-20200101-000000.tar.zst", `${prefix}-mine.tar.zst`];
  for (const file of [...names, name, ...otherNames]) await writeFile(join(folder, file), "");
  expect(await deleteOldBackups(folder, { prefix, newestName: name, retainedCount: 2 })).toEqual(
    names.slice(0, 3),
  );
  expect((await readdir(folder)).sort()).toEqual([...names.slice(3), name, ...otherNames].sort());
  expect(existsSync(join(folder, name))).toBe(true);
});

test("a backup made while the clock was wrong is never retained in place of a newer one", async () => {
  const otherFolder = join(folder, "clock");
  await ensureBackupFolder(otherFolder);
  const createBackupFile = async (time: string) => {
    const now = new Date(time);
    const { name, prefix } = await nameScheduledBackup(database.pool, { now, isEncrypted: false });
    await writeFile(join(otherFolder, name), "");
    await deleteOldBackups(otherFolder, { prefix, newestName: name, retainedCount: 2 });
    return name;
  };
  const listNames = async () => (await readdir(otherFolder)).sort();
  const early = await createBackupFile("2026-06-01T10:00:00Z");
  const fast = await createBackupFile("2031-01-01T10:00:00Z");
  expect(await listNames()).toEqual([early, fast]);
  const slow = await createBackupFile("2020-01-01T10:00:00Z");
  expect(await listNames()).toEqual([slow, fast]);
  const late = await createBackupFile("2026-06-02T10:00:00Z");
  expect(await listNames()).toEqual([slow, late]);
});

test("a folder is created with its parents, or an error says why it can't be created", async () => {
  await ensureBackupFolder(join(folder, "one", "two"));
  await ensureBackupFolder(join(folder, "one", "two"));
  expect(existsSync(join(folder, "one", "two"))).toBe(true);
  await expect(ensureBackupFolder("/proc/lattice/backups")).rejects.toThrow(
    "Can't write to the folder /proc/lattice/backups (BACKUP_DIR): ",
  );
});
