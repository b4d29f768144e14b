import { isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/**
 * Returns the client's IP address: the socket's or, behind `trustProxy` trusted proxies, the X-Forwarded-For
 * entry that the outermost one added. Entries further left come from the client and are ignored. A connection
 * without an address (a Unix socket, a test) counts as local.
 */
export function getClientAddress(c: Context, trustProxy: number): string {
  return resolveClientAddress(c.req.header("x-forwarded-for"), getSocketAddress(c), trustProxy);
}

/** Like getClientAddress, for the value of X-Forwarded-For and the socket's address. */
export function resolveClientAddress(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  trustProxy: number,
): string {
  const trustedHeader = trustProxy > 0 ? forwardedFor : undefined;
  if (trustedHeader) {
    const entries = trustedHeader.split(",").map((entry) => entry.trim());
    const address = normalizeAddress(entries.at(-trustProxy) ?? entries[0] ?? "");
    if (address) return address;
  }
  return normalizeAddress(socketAddress ?? "") ?? "127.0.0.1";
}

/** Returns the unit that rate limits apply to: an IPv4 address, or an IPv6 /64, which belongs to one subscriber. */
export function toAddressGroup(address: string): string {
  return isIP(address) === 6 ? `${getFirstGroups(address, 4)}::/64` : address;
}

/** Returns the range that a provider gives to one customer, or that a botnet shares: IPv4 /24, IPv6 /48. */
export function toAddressNetwork(address: string): string {
  return isIP(address) === 6 ? `${getFirstGroups(address, 3)}::/48` : `${address.replace(/\.\d+$/, "")}.0/24`;
}

function getFirstGroups(address: string, count: number): string {
  const [head = "", tail] = address.split("::");
  const headGroups = head.split(":").filter(Boolean);
  const tailGroups = tail?.split(":").filter(Boolean) ?? [];
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - headGroups.length - tailGroups.length)).fill("0");
  const groups = [...headGroups, ...zeros, ...tailGroups].slice(0, count);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}

function getSocketAddress(c: Context): string | undefined {
  try {
    return getConnInfo(c).remote.address;
  } catch {
    return undefined;
  }
}

/** Strips the port, brackets, zone and IPv4-in-IPv6 prefix. Returns null if the rest isn't an IP address. */
function normalizeAddress(address: string): string | null {
  const bareAddress = address
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/%.*/, "")
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
  return isIP(bareAddress) ? bareAddress.toLowerCase() : null;
}
