import type { Db, Tx } from "./client.ts";

interface LastStatements<Result> {
  readonly result: Result;
  /** Resolves when the transaction's last statements have succeeded; they must have been started in order. */
  readonly last: Promise<unknown>;
}

/**
 * Runs a transaction whose last statements are sent together with its commit. Otherwise, transactions that need
 * the locked rows would also wait for a round trip to the database, and for this process to get around to the
 * commit.
 */
export async function commitWith<Result>(
  db: Db,
  run: (tx: Tx) => Promise<LastStatements<Result>>,
): Promise<Result> {
  let last: Promise<unknown> | undefined;
  const result = await db.transaction(async (tx) => {
    const finished = await run(tx);
    last = finished.last;
    // Thrown below: after a failed statement, the database answers the commit by rolling back.
    last.catch(() => {});
    return finished.result;
  });
  await last;
  return result;
}
