/** What a text is that is not Solidity, in words that end a sentence. Looks at its beginning only. */
export function nameLanguage(input: string): string {
  const text = input.slice(0, 4_000);
  const trimmed = text.trim();
  if (trimmed === "") return "nothing at all";
  if (/^(?:0x)?[0-9a-f\s]{40,}$/i.test(trimmed))
    return "the bytecode of a contract. The scanner reads source code; a verified contract's source is on a block explorer";
  if (
    /^(?:#\s*@version|#\s*pragma version|@(?:external|internal|view|payable|deploy)\s*$|def \w+\()/m.test(
      text,
    )
  )
    return "Vyper, another language for contracts, which the scanner does not read";
  if (/^(?:use (?:anchor_lang|ink|near_sdk)|#\[(?:program|ink|starknet)|pub fn |fn |impl |mod )/m.test(text))
    return "Rust or Cairo, which the scanner does not read";
  if (/^module\s+(?:0x)?\w+::?\w*/m.test(text)) return "Move, which the scanner does not read";
  if (/^object\s+"/m.test(text)) return "Yul, which the scanner reads only within Solidity";
  if (/^\s*[[{]/.test(text) && /"(?:inputs|stateMutability|bytecode|abi)"/.test(text))
    return "the interface or the output of a compiler (JSON), not source code";
  if (/[;{}]/.test(text)) return "another language, or a part of a contract that cannot be told by itself";
  return "plain text";
}
