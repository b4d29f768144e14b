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
    const finished = await run(tx);
    last = finished.last;
    // Thrown below: after a failed statement, the database answers the commit by rolling back.
    last.catch(() => {});
    return finished.result;
  });
  await last;
  return result;
}
