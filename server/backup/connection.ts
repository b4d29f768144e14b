import type pg from "pg";
import { connectAtStartup } from "#server/database/index.ts";

/** Runs work on a connection without timeouts, because copying a large table may take longer than they allow. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectAtStartup(url);
  try {
    await disableTimeouts(client);
    return await work(client);
  } finally {
    // Cuts the connection off if a copy is still running.
    await client.end().catch(() => {});
  }
}

export async function disableTimeouts(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config(name, '0', false) from pg_settings where name in
       ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
}
