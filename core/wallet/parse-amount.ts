import { parseUnits } from "viem/utils";

/** Parses an amount such as "0.25" into the asset's smallest units, or returns the problem with it. */
export function parseAmount(input: string, decimals: number): { units: bigint } | { problem: string } {
  const text = input.trim();
  if (text === "") return { problem: "Enter an amount." };
  if (/^\d+,\d+$/.test(text)) return { problem: `Use a decimal point: ${text.replace(",", ".")}` };
  if (!/^(\d{1,30}(\.\d*)?|\.\d+)$/.test(text)) return { problem: "Enter a number like 0.25." };
  const places = (text.split(".")[1] ?? "").replace(/(?<!0)0+$/, "").length;
  if (places > decimals)
    return {
      problem:
        decimals === 0
          ? "This asset can't be divided. Enter a whole number."
          : `This asset has at most ${decimals} decimal places.`,
    };
  const units = parseUnits(text.startsWith(".") ? `0${text}` : text, decimals);
  return units === 0n ? { problem: "Enter an amount above zero." } : { units };
}
