import { parseUnits } from "viem/utils";

/** What a person typed, in the smallest units of the asset. */
export function parseAmount(given: string, decimals: number): { units: bigint } | { problem: string } {
  const text = given.trim();
  if (text === "") return { problem: "Enter an amount." };
  if (/^\d+,\d+$/.test(text)) return { problem: `Write the amount with a point: ${text.replace(",", ".")}` };
  if (!/^(\d{1,30}(\.\d*)?|\.\d+)$/.test(text)) return { problem: "An amount is a number like 0.25." };
  const behind = (text.split(".")[1] ?? "").replace(/0+$/, "").length;
  if (behind > decimals)
    return {
      problem:
        decimals === 0
          ? "This asset has no parts: enter a whole number."
          : `This asset has at most ${decimals} digits behind the point.`,
    };
  const units = parseUnits(text.startsWith(".") ? `0${text}` : text, decimals);
  return units === 0n ? { problem: "Enter an amount above zero." } : { units };
}
