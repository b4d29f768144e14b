import type { Socket } from "node:net";
import type pg from "pg";

/** Closes a connection that may be in the middle of a copy, which `client.end()` would wait for. */
export async function endConnection(client: pg.Client, failure: unknown): Promise<void> {
  if (failure === undefined) return client.end();
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
