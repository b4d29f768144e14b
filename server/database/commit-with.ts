import type { Db, Tx } from "./client.ts";

interface LastStatements<Result> {
  readonly result: Result;
  /** Resolves when the transaction's last statements have succeeded; they must have been started in order. */
  readonly last: Promise<unknown>;
}

/** Sends the last statements with the commit, so that rows aren't locked for another round trip to the database. */
export async function commitWith<Result>(db: Db, run: (tx: Tx) => Promise<LastStatements<Result>>) {
  let last: Promise<unknown> | undefined;
  const result = await db.transaction(async (tx) => {
    const outcome = await run(tx);
    last = outcome.last;
    // The error is thrown below. The commit itself doesn't throw: after a failed statement, it rolls back.
    last.catch(() => {});
    return outcome.result;
  });
  await last;
  return result;
}
