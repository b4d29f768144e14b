import type { Db, Tx } from "./client.ts";

interface TransactionOutcome<Result> {
  readonly result: Result;
  /** Resolves when the transaction's last statements have succeeded; they must have been started in order. */
  readonly lastStatements: Promise<unknown>;
}

/** Sends the last statements with the commit, so that rows aren't locked for another round trip to the database. */
export async function commitWith<Result>(db: Db, run: (tx: Tx) => Promise<TransactionOutcome<Result>>) {
  let lastStatements: Promise<unknown> | undefined;
  const result = await db.transaction(async (tx) => {
    const outcome = await run(tx);
    lastStatements = outcome.lastStatements;
    // The error is thrown below. The commit itself doesn't throw: after a failed statement, it rolls back.
    lastStatements.catch(() => {});
    return outcome.result;
  });
  await lastStatements;
  return result;
}
