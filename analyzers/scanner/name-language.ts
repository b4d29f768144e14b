/** Describes input that isn't Solidity, for the end of a sentence. */
export function nameLanguage(input: string): string {
  const text = input.slice(0, 4_000);
  const trimmed = text.trim();
  if (trimmed === "") return "empty input";
  if (/^(?:0x)?[0-9a-f\s]{40,}$/i.test(trimmed))
    return "the bytecode of a contract. The scanner needs source code; for a verified contract, you'll find it on a block explorer";
  if (/^(?:#\s*(?:@|pragma )version|@(?:external|internal|view|payable|deploy)\s*$|def \w+\()/m.test(text))
    return "Vyper, another contract language, which the scanner doesn't support";
  if (/^(?:use (?:anchor_lang|ink|near_sdk)|#\[(?:program|ink|starknet)|pub fn |fn |impl |mod )/m.test(text))
    return "Rust or Cairo, which the scanner doesn't support";
  if (/^module\s+(?:0x)?\w+::?\w*/m.test(text)) return "Move, which the scanner doesn't support";
  if (/^object\s+"/m.test(text)) return "Yul, which the scanner only supports inside Solidity";
  if (/^\s*[[{]/.test(text) && /"(?:inputs|stateMutability|bytecode|abi)"/.test(text))
    return "an ABI or compiler output (JSON), not source code";
  if (/[;{}]/.test(text)) return "another language, or part of a contract";
  return "plain text";
}
