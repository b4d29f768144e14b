import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { getClientAddress, toAddressGroup, toAddressNetwork } from "./client-address.ts";

/** Returns the resolved address of a request from `remote` with this X-Forwarded-For header. */
async function resolveAddress(trustProxy: number, remote: string, forwarded?: string): Promise<string> {
  const app = new Hono().get("/", (c) => c.text(getClientAddress(c, trustProxy)));
  const response = await app.request(
    "/",
    { headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded } },
    { incoming: { socket: { remoteAddress: remote, remotePort: 1, remoteFamily: "IPv4" } } },
  );
  return response.text();
}

test.each([
  ["no proxy (the client's header is ignored)", 0, "203.0.113.7", "1.2.3.4", "203.0.113.7"],
  ["one proxy (the entry that it added)", 1, "10.0.0.1", "1.2.3.4, 198.51.100.9", "198.51.100.9"],
  [
    "two proxies (the entry of the outer one)",
    2,
    "10.0.0.1",
    "6.6.6.6, 198.51.100.9, 10.0.0.2",
    "198.51.100.9",
  ],
  ["fewer entries than proxies", 3, "10.0.0.1", "198.51.100.9, 10.0.0.2", "198.51.100.9"],
  ["no header behind a proxy", 1, "203.0.113.7", undefined, "203.0.113.7"],
  ["an entry that isn't an address", 1, "203.0.113.7", "1.2.3.4, unknown", "203.0.113.7"],
  ["an entry with its port", 1, "10.0.0.1", "198.51.100.9:4711", "198.51.100.9"],
  ["an IPv6 entry with its port", 1, "10.0.0.1", "[2001:DB8::1]:4711", "2001:db8::1"],
  ["an IPv4 address inside IPv6", 0, "::ffff:203.0.113.7", undefined, "203.0.113.7"],
] as const)(
  "the client's address is resolved correctly with %s",
  async (_name, trustProxy, remote, forwarded, address) => {
    expect(await resolveAddress(trustProxy, remote, forwarded)).toBe(address);
  },
);

test("the address of a real connection is used", async () => {
  const app = new Hono().get("/", (c) => c.text(getClientAddress(c, 0)));
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { "x-forwarded-for": "1.2.3.4" } });
  expect(await response.text()).toBe("127.0.0.1");
  await new Promise((resolve) => server.close(resolve));
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:0db8::9", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("for rate limits, %s counts as %s", (address, group) => {
  expect(toAddressGroup(address)).toBe(group);
});

test.each([
  ["203.0.113.7", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:0db8::9", "2001:db8:0::/48"],
])("%s belongs to the network %s", (address, network) => {
  expect(toAddressNetwork(address)).toBe(network);
});
