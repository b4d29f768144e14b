import { toStem, toWords } from "../text/words.ts";
import { AI_TERMS } from "./ai.ts";
import { CRYPTO_TERMS } from "./crypto.ts";
import { DEFI_TERMS } from "./defi.ts";
import { MARKET_TERMS } from "./markets.ts";
import type { Term } from "./parse-terms.ts";
import { QUANTUM_TERMS } from "./quantum.ts";
import { SECURITY_TERMS } from "./security.ts";
import { WALLET_TERMS } from "./wallets.ts";

export type { Term } from "./parse-terms.ts";

export const GLOSSARY: readonly Term[] = [
  CRYPTO_TERMS,
  WALLET_TERMS,
  DEFI_TERMS,
  MARKET_TERMS,
  SECURITY_TERMS,
  AI_TERMS,
  QUANTUM_TERMS,
].flat();

const TERMS_BY_ID = new Map(GLOSSARY.map((term) => [term.id, term]));

export function findTermById(id: string): Term | undefined {
  return TERMS_BY_ID.get(id);
}

/** Names are compared by their word stems, so that plurals make no difference and a hyphen is the same as a space. */
export function buildNameKey(name: string): string {
  return toWords(name).map(toStem).join(" ");
}

export const TERMS_BY_KEY: ReadonlyMap<string, Term> = new Map(
  GLOSSARY.flatMap((term) => [term.name, ...term.aliases].map((name) => [buildNameKey(name), term] as const)),
);
