import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { EmbeddedPostgresError } from "./errors.ts";

/** The user a PostgreSQL program runs as; undefined means this process's own. */
export type Account = { uid: number; gid: number } | undefined;

/** Free on the common systems: no service runs under it, so nobody else can read the cluster. */
const UNNAMED = { uid: 65533, gid: 65533 };

/**
 * PostgreSQL refuses to run as root. As root its server runs as the owner of the cluster where there is one,
 * else as the user `postgres`, else under a number that no user has.
 */
export function chooseServerAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return users().find((user) => user.name === "postgres") ?? UNNAMED;
}

/** initdb insists on a user with a name: the server's own where it has one, else any but root. */
export function chooseInitAccount(server: Account): Account {
  if (!server) return undefined;
  const named = users().filter((user) => user.uid !== 0);
  const account =
    named.find((user) => user.uid === server.uid) ?? named.find((user) => user.name === "nobody") ?? named[0];
  if (!account) {
    throw new EmbeddedPostgresError(
      "PostgreSQL does not run as root and this machine has no other user: add one with `useradd --system postgres`.",
    );
  }
  return { uid: account.uid, gid: account.gid };
}

/**
 * Whether `account` can open every one of `files` for reading and enter `folder`. Really tried, so that
 * access lists and mount options count too.
 */
export function canReach(account: Account, folder: string, files: string[] = []): boolean {
  if (!account) return true;
  const tried = spawnSync(
    "/bin/sh",
    ["-c", 'cd "$1" || exit 1; shift; for f; do [ -r "$f" ] || exit 1; done', "sh", folder, ...files],
    { ...account, cwd: "/", stdio: "ignore", env: {} },
  );
  if (tried.error) {
    throw new EmbeddedPostgresError(
      "PostgreSQL does not run as root, and root may not start a program as another user here: " +
        "start Lattice as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
      { cause: tried.error },
    );
  }
  return tried.status === 0;
}

function users(): { name: string; uid: number; gid: number }[] {
  let passwd: string;
  try {
    passwd = readFileSync("/etc/passwd", "utf8");
  } catch {
    return [];
  }
  return passwd
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 4)
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
