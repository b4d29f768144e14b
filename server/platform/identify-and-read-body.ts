import { setImmediate } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/**
 * Identifies who sent a request and reads its body. Identifies them before the body is read, so that a request without
 * permission is refused without reading its body. If the body hadn't fully arrived before that, identifies them again
 * after reading it, because their session may have ended in the meantime.
 */
export async function identifyAndReadBody<Identity, Body>(
  { env }: Context,
  identify: () => Promise<Identity>,
  read: () => Promise<Body>,
): Promise<{ identity: Identity; body: Body }> {
  // Node parses the headers before the body, even if both arrive together.
  await setImmediate();
  const hasArrived = (env as Partial<HttpBindings> | undefined)?.incoming?.complete === true;
  const identity = await identify();
  const body = await read();
  return { identity: hasArrived ? identity : await identify(), body };
}
