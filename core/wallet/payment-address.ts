import type { Address } from "./address.ts";

interface Payment {
  /** Who is paid. */
  readonly to: Address;
  readonly chainId: number;
  /** An ERC-20 token; native without it. */
  readonly token?: Address;
}

/** What a QR code says to a wallet that scans it (EIP-681). */
export function paymentAddress({ to, chainId, token }: Payment): string {
  return token ? `ethereum:${token}@${chainId}/transfer?address=${to}` : `ethereum:${to}@${chainId}`;
}
