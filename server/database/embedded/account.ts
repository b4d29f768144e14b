import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { EmbeddedPostgresError } from "./errors.ts";

/** The user that a PostgreSQL program runs as. Undefined: the current user. */
export type Account = { uid: number; gid: number } | undefined;

/** IDs that are unused on common systems, so no other service can read the cluster. */
const UNUSED_ACCOUNT = { uid: 65533, gid: 65533 };

/**
 * Chooses the user that runs the server. PostgreSQL refuses to run as root, so if this process is root, the server runs
 * as the owner of an existing cluster, or else as `postgres`, or else with an unused ID.
 */
export function chooseServerAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return listUsers().find((user) => user.name === "postgres") ?? UNUSED_ACCOUNT;
}

/**
 * Chooses the user that runs initdb. This user must have a name, so it is the server's user if that one has a name,
 * otherwise any user except root.
 */
export function chooseInitAccount(serverAccount: Account): Account {
  if (!serverAccount) return undefined;
  const namedUsers = listUsers().filter((user) => user.uid !== 0);
  const account =
    namedUsers.find((user) => user.uid === serverAccount.uid) ??
    namedUsers.find((user) => user.name === "nobody") ??
    namedUsers[0];
  if (!account) {
    throw new EmbeddedPostgresError(
      "PostgreSQL can't run as root, and this machine has no other user. Add one with `useradd --system postgres`.",
    );
  }
  return { uid: account.uid, gid: account.gid };
}

/**
 * Whether `account` can enter `folder` and read `files`. Tries it, because ACLs and mount options also matter. Assumes
 * that the current user can.
 */
export function canReach(account: Account, folder: string, files: string[] = []): boolean {
  if (!account) return true;
  const result = spawnSync(
    "/bin/sh",
    ["-c", 'cd "$1" || exit 1; shift; for f; do [ -r "$f" ] || exit 1; done', "sh", folder, ...files],
    { ...account, cwd: "/", stdio: "ignore", env: {} },
  );
  if (result.error) {
    throw new EmbeddedPostgresError(
      "PostgreSQL can't run as root, and this system doesn't allow starting a program as another user. " +
        "Start Lattice as a regular user, or set DATABASE_URL to your own PostgreSQL.",
      { cause: result.error },
    );
  }
  return result.status === 0;
}

function listUsers(): { name: string; uid: number; gid: number }[] {
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
