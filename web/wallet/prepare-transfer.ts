import type { Address } from "#core/wallet/address.ts";
import { transferData } from "#core/wallet/contract-calls.ts";
import type { Holding } from "#core/wallet/portfolio.ts";
import { describeProviderError } from "#core/wallet/provider-errors.ts";
import { ask, askChainId, askNumber, firstAccount, type Provider } from "./provider.ts";

export interface Transfer {
  readonly holding: Holding;
  /** Hexadecimal: the chain that is shown while it is prepared. */
  readonly chainId: string;
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
    /** A wallet that has moved to another chain meanwhile refuses it. */
    readonly chainId: string;
  };
  /** About what the network asks at the moment, in the native coin's smallest units. */
  readonly fee: bigint;
  readonly native: Holding;
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
  const { holding, chainId, from, to, units } = transfer;
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
  return { ...transfer, transaction: { ...transaction, chainId }, fee, native };
}

/** The most that can be sent: all of a token, or the native balance less its fee. Null where the fee is not known. */
export async function mostToSend(
  provider: Provider,
  { holding, from, to }: Pick<Transfer, "holding" | "from" | "to">,
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

/**
 * Asks the wallet to sign and send, where it still has the account and the chain that were shown. Gives the
 * transaction's hash; rejects with the wallet's error, or with a sentence.
 */
export async function sendTransfer(
  provider: Provider,
  { transaction, from, chainId }: PreparedTransfer,
): Promise<string> {
  const [accounts, chain] = await Promise.all([ask(provider, "eth_accounts"), askChainId(provider)]);
  if (firstAccount(accounts) !== from || chain !== chainId)
    throw new Error(
      "Your wallet is on another account or network now. Nothing was sent: go back and review it.",
    );
  const hash = await ask(provider, "eth_sendTransaction", [transaction]);
  if (typeof hash !== "string" || !/^0x[0-9a-f]{64}$/i.test(hash))
    throw new Error("Your wallet did not say what it sent. Look there before you send this again.");
  return hash;
}

const hex = (value: bigint) => `0x${value.toString(16)}`;
