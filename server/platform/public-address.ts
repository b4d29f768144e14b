import { BlockList, isIP } from "node:net";

/**
 * Non-public IPv4 networks: this host, private, shared, link-local, protocol assignments, documentation, 6to4 relays,
 * benchmarks, multicast, reserved.
 */
const NON_PUBLIC_V4_NETWORKS = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Exceptions within 2000::/3, the only public IPv6 range: protocol and documentation blocks, 6to4. */
const NON_PUBLIC_V6_NETWORKS = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const nonPublicNetworks = new BlockList();
for (const [network, prefix] of NON_PUBLIC_V4_NETWORKS) nonPublicNetworks.addSubnet(network, prefix, "ipv4");
const publicV6Range = new BlockList();
publicV6Range.addSubnet("2000::", 3, "ipv6");
for (const [network, prefix] of NON_PUBLIC_V6_NETWORKS) nonPublicNetworks.addSubnet(network, prefix, "ipv6");

/** Whether an IP address is on the public network. IPv4-in-IPv6 never counts as public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !nonPublicNetworks.check(address, "ipv4");
  // A zone ("%eth0") refers to an interface of this machine.
  if (family !== 6 || address.includes("%")) return false;
  return publicV6Range.check(address, "ipv6") && !nonPublicNetworks.check(address, "ipv6");
}
