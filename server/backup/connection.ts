import type { Socket } from "node:net";
import type pg from "pg";
import { connectAtStartup } from "#server/database/index.ts";

/** Runs work on a connection without timeouts, because copying a large table may take longer than they allow. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectAtStartup(url);
  let failure: unknown;
  try {
    await disableTimeouts(client);
    return await work(client);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    await endConnection(client, failure).catch(() => {});
  }
}

export async function disableTimeouts(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config(name, '0', false) from pg_settings where name in
       ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
}

/** Closes the connection. After a failure, a copy may still be running, and `client.end()` would wait for it. */
export async function endConnection(client: pg.Client, failure: unknown): Promise<void> {
  if (failure === undefined) return client.end();
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
