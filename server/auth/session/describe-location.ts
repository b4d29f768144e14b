import { isIP } from "node:net";
import { toAddressNetwork } from "#server/platform/client-address.ts";
import { isPublicAddress } from "#server/platform/public-address.ts";

/** Describes an IP address by its network, such as "8.8.8.*", without identifying a subscriber. */
export function describeLocation(ip: string | null): string | null {
  if (ip === null || isIP(ip) === 0) return null;
  if (!isPublicAddress(ip)) return "Local network";
  return toAddressNetwork(ip).replace(/(?:\.0|::)\/\d+$/, (end) => (end.startsWith(".") ? ".*" : ":*"));
}
