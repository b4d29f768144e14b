import { decodeFunctionResult, encodeFunctionData } from "viem/utils";
import type { Address } from "./address.ts";
import { MULTICALL } from "./chains.ts";

type Hex = `0x${string}`;
/** 0x and 32 bytes as hexadecimal digits. */
const WORD_LENGTH = 66;

const ERC20 = [
  {
    type: "function",
    name: "balanceOf",
    stateMutability: "view",
    inputs: [{ name: "account", type: "address" }],
    outputs: [{ type: "uint256" }],
  },
  {
    type: "function",
    name: "transfer",
    stateMutability: "nonpayable",
    inputs: [
      { name: "to", type: "address" },
      { name: "amount", type: "uint256" },
    ],
    outputs: [{ type: "bool" }],
  },
] as const;

/** The functions of Multicall3 that we use. aggregate3 lets individual calls fail. */
const MULTICALL3 = [
  {
    type: "function",
    name: "aggregate3",
    stateMutability: "payable",
    inputs: [
      {
        name: "calls",
        type: "tuple[]",
        components: [
          { name: "target", type: "address" },
          { name: "allowFailure", type: "bool" },
          { name: "callData", type: "bytes" },
        ],
      },
    ],
    outputs: [
      {
        type: "tuple[]",
        components: [
          { name: "success", type: "bool" },
          { name: "returnData", type: "bytes" },
        ],
      },
    ],
  },
  {
    type: "function",
    name: "getEthBalance",
    stateMutability: "view",
    inputs: [{ name: "account", type: "address" }],
    outputs: [{ type: "uint256" }],
  },
] as const;

/** Builds one call that reads the native balance and those of the tokens, in this order. */
export function buildBalancesCall(
  account: Address,
  tokens: readonly { address: Address }[],
): { to: Address; data: Hex } {
  const nativeCall = {
    target: MULTICALL as Address,
    allowFailure: true,
    callData: encodeFunctionData({ abi: MULTICALL3, functionName: "getEthBalance", args: [account] }),
  };
  const tokenCallData = encodeFunctionData({ abi: ERC20, functionName: "balanceOf", args: [account] });
  const calls = [
    nativeCall,
    ...tokens.map(({ address }) => ({ target: address, allowFailure: true, callData: tokenCallData })),
  ];
  return {
    to: MULTICALL,
    data: encodeFunctionData({ abi: MULTICALL3, functionName: "aggregate3", args: [calls] }),
  };
}

/**
 * Decodes the balances, the native one first. Null for contracts that returned no valid balance. Throws on an invalid
 * response.
 */
export function decodeBalances(response: Hex, decimals: readonly number[]): (bigint | null)[] {
  const results = decodeFunctionResult({ abi: MULTICALL3, functionName: "aggregate3", data: response });
  if (results.length !== decimals.length) throw new Error("The network returned unexpected balances.");
  return results.map(({ success, returnData }, index) => {
    if (!success || returnData.length !== WORD_LENGTH) return null;
    const units = BigInt(returnData);
    return isPlausibleBalance(units, decimals[index] ?? 0) ? units : null;
  });
}

/**
 * Whether a balance is plausible. No listed asset's supply reaches a quadrillion whole units. Rejects fake balances
 * such as 2^256 - 1.
 */
export function isPlausibleBalance(units: bigint, decimals: number): boolean {
  return units < 10n ** BigInt(decimals + 15);
}

export function encodeTransfer(to: Address, units: bigint): Hex {
  return encodeFunctionData({ abi: ERC20, functionName: "transfer", args: [to, units] });
}
