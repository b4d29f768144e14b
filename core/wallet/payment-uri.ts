import type { Address } from "./address.ts";

interface Payment {
  readonly to: Address;
  readonly chainId: number;
  /** An ERC-20 token; undefined for the native coin. */
  readonly token?: Address;
}

/** Builds a payment request (EIP-681) without an amount. */
export function buildPaymentUri({ to, chainId, token }: Payment): string {
  return token ? `ethereum:${token}@${chainId}/transfer?address=${to}` : `ethereum:${to}@${chainId}`;
}
