import type { Context } from "hono";
import { expect, test, vi } from "vitest";
import { identifyAndReadBody } from "./identify-and-read-body.ts";

test("a request whose body arrives while its session is being checked is checked again", async () => {
  const incoming = { complete: false };
  const identify = vi.fn(async () => {
    incoming.complete = true;
    return identify.mock.calls.length;
  });
  const request = identifyAndReadBody(
    { env: { incoming } } as unknown as Context,
    identify,
    async () => "body",
  );
  expect(await request).toEqual({ identity: 2, body: "body" });
});

test("a request whose body has already arrived is checked once", async () => {
  const identify = vi.fn(async () => "member");
  const context = { env: { incoming: { complete: true } } } as unknown as Context;
  expect(await identifyAndReadBody(context, identify, async () => "body")).toEqual({
    identity: "member",
    body: "body",
  });
  expect(identify).toHaveBeenCalledOnce();
});
