import { isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/**
 * The address of the person behind a request: the socket's, or behind `trustProxy` proxies of the operator's own the
 * entry that the outermost of them wrote into X-Forwarded-For. Whatever stands left of it is the caller's word and
 * is not looked at. A connection without an address (a unix socket, a test) is this machine's own.
 */
export function clientAddress(c: Context, trustProxy: number): string {
  return addressOf(c.req.header("x-forwarded-for"), socketAddress(c), trustProxy);
}

/** The same of a header and a socket. */
export function addressOf(
  forwardedFor: string | undefined,
  socket: string | undefined,
  trustProxy: number,
): string {
  const forwarded = trustProxy > 0 ? forwardedFor : undefined;
  if (forwarded) {
    const entries = forwarded.split(",").map((entry) => entry.trim());
    const address = plainAddress(entries.at(-trustProxy) ?? entries[0] ?? "");
    if (address) return address;
  }
  return plainAddress(socket ?? "") ?? "127.0.0.1";
}

/** What a limit counts by: an IPv4 address, or the /64 network that one IPv6 subscriber has to himself. */
export function addressGroup(address: string): string {
  return isIP(address) === 6 ? `${firstGroups(address, 4)}::/64` : address;
}

/** What one provider gives to one customer, and a botnet at that provider shares: IPv4 by /24, IPv6 by /48. */
export function addressNetwork(address: string): string {
  return isIP(address) === 6 ? `${firstGroups(address, 3)}::/48` : `${address.replace(/\.\d+$/, "")}.0/24`;
}

function firstGroups(address: string, count: number): string {
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = [...left, ...zeros, ...right].slice(0, count);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}

function socketAddress(c: Context): string | undefined {
  try {
    return getConnInfo(c).remote.address;
  } catch {
    return undefined;
  }
}

/** Without a port, brackets, a zone, or the prefix of an IPv4 address inside IPv6; null when it is no address. */
function plainAddress(given: string): string | null {
  const bare = given
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
  return isIP(bare) ? bare.toLowerCase() : null;
}
