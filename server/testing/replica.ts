import { execFile } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/database/embedded/index.ts";

/** Settings that an embedded PostgreSQL needs to have replicas. */
export const PRIMARY_SETTINGS = { wal_level: "replica", max_wal_senders: "5", wal_keep_size: "256MB" };

/** Starts a streaming replica of a running embedded PostgreSQL. Creates `folder` for it. */
export async function startReplica(
  primary: { readonly url: string; readonly dataDir: string },
  options: {
    readonly folder: string;
    readonly settings?: Readonly<Record<string, string>>;
    readonly sharedFolder?: string;
  },
): Promise<EmbeddedPostgres> {
  const { folder, settings, sharedFolder } = options;
  const cluster = join(folder, "postgres");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  copyFileSync(join(primary.dataDir, "postgres-password"), join(folder, "postgres-password"));
  await copyCluster(primary.url, cluster);
  const { username, password, searchParams } = new URL(primary.url);
  return startEmbeddedPostgres({
    dataDir: folder,
    print: () => {},
    ...(sharedFolder !== undefined && { sharedFolder }),
    settings: {
      ...PRIMARY_SETTINGS,
      ...settings,
      primary_conninfo: `host=${searchParams.get("host")} user=${username} password=${decodeURIComponent(password)}`,
    },
  });
}

/** Copies a running server's folder. Files that it deletes during the copy don't matter: the replica replays the log. */
async function copyLiveFolder(from: string, to: string): Promise<void> {
  const errors = await new Promise<string>((resolve) =>
    execFile("cp", ["-a", from, to], { env: { ...process.env, LC_ALL: "C" } }, (error, _, stderr) =>
      resolve(error ? stderr || String(error) : ""),
    ),
  );
  const lines = errors
    .split("\n")
    .filter((line) => line !== "" && !line.endsWith("No such file or directory"));
  if (lines.length > 0) throw new Error(lines.join("\n"));
}

/** Creates a base backup with SQL functions, because the npm package doesn't include pg_basebackup. */
async function copyCluster(url: string, cluster: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    );
    await copyLiveFolder(rows[0]?.folder ?? "", cluster);
    const { rows: backups } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop()",
    );
    for (const name of ["postmaster.pid", "postmaster.opts"]) rmSync(join(cluster, name), { force: true });
    // The copy belongs to the server's user, and these files must too.
    const { uid, gid } = statSync(cluster);
    for (const [name, content] of [
      ["backup_label", backups[0]?.labelfile ?? ""],
      ["standby.signal", ""],
    ] as const) {
      writeFileSync(join(cluster, name), content);
      chownSync(join(cluster, name), uid, gid);
    }
  } finally {
    await client.end();
  }
}
