import { describe, expect, test } from "vitest";
import { buildNameKey, findTermById, GLOSSARY } from "./index.ts";

describe("the glossary", () => {
  test("explains at least 250 terms from crypto, AI and quantum technology", () => {
    expect(GLOSSARY.length).toBeGreaterThanOrEqual(250);
    for (const id of [
      "bitcoin",
      "large-language-model",
      "qubit",
      "reentrancy",
      "post-quantum-cryptography",
    ]) {
      expect(findTermById(id)).toBeDefined();
    }
  });

  test("has unique IDs", () => {
    const ids = GLOSSARY.map((term) => term.id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test("uses no name or alias for two terms", () => {
    const owners = new Map<string, string>();
    const clashes: string[] = [];
    for (const term of GLOSSARY) {
      for (const name of [term.name, ...term.aliases]) {
        const key = buildNameKey(name);
        const owner = owners.get(key);
        if (owner !== undefined && (owner !== term.id || !isSpellingVariant(term.name, term.aliases, key))) {
          clashes.push(`${name}: ${owner}, ${term.id}`);
        }
        owners.set(key, term.id);
      }
    }
    expect(clashes).toEqual([]);
  });

  test("links terms only to other terms that exist", () => {
    for (const term of GLOSSARY) {
      expect(term.related.length, term.name).toBeGreaterThanOrEqual(1);
      expect(term.related.length, term.name).toBeLessThanOrEqual(5);
      expect(new Set(term.related).size).toBe(term.related.length);
      for (const id of term.related) {
        expect(id).not.toBe(term.id);
        expect(findTermById(id), `${term.name} → ${id}`).toBeDefined();
      }
    }
  });

  test("has short, complete entries: two to five sentences without markup", () => {
    for (const term of GLOSSARY) {
      expect(term.text.length, term.name).toBeGreaterThanOrEqual(100);
      expect(term.text.length, term.name).toBeLessThanOrEqual(420);
      const sentences = term.text.split(/(?<=[.!?]) (?=[A-Z0-9])/);
      expect(sentences.length, term.name).toBeGreaterThanOrEqual(2);
      expect(sentences.length, term.name).toBeLessThanOrEqual(5);
      expect(term.text, term.name).toMatch(/^[A-Z0-9].*\.$/);
      expect(term.text, term.name).not.toMatch(/[[\]<>*_`|#\n]|https?:/);
    }
  });

  test("has no duplicate definitions", () => {
    expect(new Set(GLOSSARY.map((term) => term.text)).size).toBe(GLOSSARY.length);
  });
});

/**
 * Spelling variants of one term may share a key: "on-chain" and "on chain" do, "re-entrancy" and "reentrancy" don't.
 */
function isSpellingVariant(name: string, aliases: readonly string[], key: string): boolean {
  const spellings = [name, ...aliases]
    .filter((other) => buildNameKey(other) === key)
    .map((other) => other.toLowerCase());
  return new Set(spellings).size === spellings.length;
}
