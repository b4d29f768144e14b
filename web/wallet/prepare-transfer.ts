import type { Address } from "#core/wallet/address.ts";
import { transferData } from "#core/wallet/contract-calls.ts";
import type { Holding } from "#core/wallet/portfolio.ts";
import { describeProviderError } from "#core/wallet/provider-errors.ts";
import { askHex, askNumber, type Provider } from "./provider.ts";

export interface Transfer {
  readonly holding: Holding;
  readonly from: Address;
  readonly to: Address;
  readonly units: bigint;
}

export interface PreparedTransfer extends Transfer {
  /** What is handed to the wallet. Its fee is the wallet's to set. */
  readonly transaction: {
    readonly from: Address;
    readonly to: Address;
    readonly value: string;
    readonly data?: string;
  };
  /** About what the network asks at the moment, in the native coin's smallest units. */
  readonly fee: bigint;
}

/** Room for the price of gas to rise between the estimate and the block. */
const FEE_ROOM_PERCENT = 125n;

/**
 * What a transfer would cost, and whether the balances cover it; a sentence where they do not or the network says that
 * it would fail. Nothing is asked of the person yet.
 */
export async function prepareTransfer(
  provider: Provider,
  transfer: Transfer,
  native: Holding,
): Promise<PreparedTransfer | { readonly problem: string }> {
  const { holding, from, to, units } = transfer;
  if (units > holding.units) return { problem: `You have less ${holding.symbol} than that.` };
  const transaction =
    holding.address === null
      ? { from, to, value: hex(units) }
      : { from, to: holding.address as Address, value: "0x0", data: transferData(to, units) };
  let fee: bigint;
  try {
    const [gas, price] = await Promise.all([
      askNumber(provider, "eth_estimateGas", [transaction]),
      askNumber(provider, "eth_gasPrice"),
    ]);
    fee = (gas * price * FEE_ROOM_PERCENT) / 100n;
  } catch (error) {
    return { problem: describeProviderError(error, "The network says that this would fail.") };
  }
  const needed = fee + (holding.address === null ? units : 0n);
  if (needed > native.units)
    return {
      problem: `Your ${native.symbol} does not cover ${holding.address === null ? "the amount and " : ""}the network's fee.`,
    };
  return { ...transfer, transaction, fee };
}

/** The most that can be sent: all of a token, or the native balance less its fee. Null where the fee is not known. */
export async function mostToSend(
  provider: Provider,
  { holding, from, to }: Omit<Transfer, "units">,
): Promise<bigint | null> {
  if (holding.address !== null) return holding.units;
  try {
    const price = await askNumber(provider, "eth_gasPrice");
    const gas = await askNumber(provider, "eth_estimateGas", [{ from, to, value: "0x0" }]);
    const left = holding.units - (gas * price * FEE_ROOM_PERCENT) / 100n;
    return left > 0n ? left : 0n;
  } catch {
    return null;
  }
}

/** Asks the wallet to sign and send. Gives the transaction's hash; rejects with the wallet's error. */
export async function sendTransfer(
  provider: Provider,
  { transaction }: PreparedTransfer,
): Promise<`0x${string}`> {
  const hash = await askHex(provider, "eth_sendTransaction", [transaction]);
  if (hash.length !== 66) throw new Error("The wallet gave an answer that could not be read.");
  return hash;
}

const hex = (value: bigint) => `0x${value.toString(16)}`;
