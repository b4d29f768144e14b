import type { Socket } from "node:net";
import type pg from "pg";

/** Closes the connection. After a failure, a copy may still be running, and `client.end()` would wait for it. */
export async function endConnection(client: pg.Client, failure: unknown): Promise<void> {
  if (failure === undefined) return client.end();
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
