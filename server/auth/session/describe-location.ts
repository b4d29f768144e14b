import { isIP } from "node:net";
import { toAddressNetwork } from "#server/platform/client-address.ts";
import { isPublicAddress } from "#server/platform/public-address.ts";

/** Where an IP address is, without identifying one subscriber: its network, such as "8.8.8.*". */
export function describeLocation(ip: string | null): string | null {
  if (ip === null || isIP(ip) === 0) return null;
  if (!isPublicAddress(ip)) return "Local network";
  return toAddressNetwork(ip).replace(/(?:\.0|::)\/\d+$/, (end) => (end.startsWith(".") ? ".*" : ":*"));
}
