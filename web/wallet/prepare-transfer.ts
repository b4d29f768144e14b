import type { Address } from "#core/wallet/address.ts";
import { encodeTransfer } from "#core/wallet/contract-calls.ts";
import type { Holding } from "#core/wallet/portfolio.ts";
import { describeProviderError } from "#core/wallet/provider-errors.ts";
import { getFirstAccount, type Provider, request, requestChainId, requestNumber } from "./provider.ts";

export interface Transfer {
  readonly holding: Holding;
  /** The chain that the user was shown, in hexadecimal. */
  readonly chainId: string;
  readonly from: Address;
  readonly to: Address;
  readonly units: bigint;
}

export interface PreparedTransfer extends Transfer {
  /** Parameters for the wallet, which sets the fee itself. */
  readonly transaction: {
    readonly from: Address;
    readonly to: Address;
    readonly value: string;
    readonly data?: string;
    /** Makes the wallet reject the request if it has switched to another chain. */
    readonly chainId: string;
  };
  /** The estimated maximum, in the native coin's smallest units. */
  readonly fee: bigint;
  readonly native: Holding;
}

/** The padded fee as a percentage of the estimated one, to cover a rising gas price. */
const PADDED_FEE_PERCENT = 125n;

/** Estimates the fee and checks that the balance of the native coin covers it. Doesn't prompt the user. */
export async function prepareTransfer(
  provider: Provider,
  transfer: Transfer,
  native: Holding,
): Promise<PreparedTransfer | { readonly problem: string }> {
  const { holding, chainId, from, to, units } = transfer;
  const transaction =
    holding.address === null
      ? { from, to, value: toHex(units) }
      : { from, to: holding.address as Address, value: "0x0", data: encodeTransfer(to, units) };
  let fee: bigint;
  try {
    const [gas, gasPrice] = await Promise.all([
      requestNumber(provider, "eth_estimateGas", [transaction]),
      requestNumber(provider, "eth_gasPrice"),
    ]);
    fee = (gas * gasPrice * PADDED_FEE_PERCENT) / 100n;
  } catch (error) {
    return { problem: describeProviderError(error, "This transaction would fail.") };
  }
  const requiredUnits = fee + (holding.address === null ? units : 0n);
  if (requiredUnits > native.units)
    return {
      problem: `Your ${native.symbol} balance doesn't cover ${holding.address === null ? "the amount and " : ""}the network fee.`,
    };
  return { ...transfer, transaction: { ...transaction, chainId }, fee, native };
}

/**
 * Returns the largest amount that can be sent, in the smallest units: all of a token, or the coin's balance minus the
 * fee. Returns null if the fee can't be estimated.
 */
export async function estimateMaxAmount(
  provider: Provider,
  { holding, from, to }: Pick<Transfer, "holding" | "from" | "to">,
): Promise<bigint | null> {
  if (holding.address !== null) return holding.units;
  try {
    const gasPrice = await requestNumber(provider, "eth_gasPrice");
    const gas = await requestNumber(provider, "eth_estimateGas", [{ from, to, value: "0x0" }]);
    const remainingUnits = holding.units - (gas * gasPrice * PADDED_FEE_PERCENT) / 100n;
    return remainingUnits > 0n ? remainingUnits : 0n;
  } catch {
    return null;
  }
}

/**
 * Sends a transfer and returns the transaction's hash. Throws if the wallet has switched to another account or chain,
 * or doesn't return a valid hash.
 */
export async function sendTransfer(
  provider: Provider,
  { transaction, from, chainId }: PreparedTransfer,
): Promise<string> {
  const [accounts, currentChainId] = await Promise.all([
    request(provider, "eth_accounts"),
    requestChainId(provider),
  ]);
  if (getFirstAccount(accounts) !== from || currentChainId !== chainId)
    throw new Error(
      "Your wallet has switched to another account or network. Nothing was sent. Go back and review the transfer.",
    );
  const hash = await request(provider, "eth_sendTransaction", [transaction]);
  if (typeof hash !== "string" || !/^0x[0-9a-f]{64}$/i.test(hash))
    throw new Error("Your wallet didn't confirm the transfer. Check your wallet before you send it again.");
  return hash;
}

const toHex = (value: bigint) => `0x${value.toString(16)}`;
