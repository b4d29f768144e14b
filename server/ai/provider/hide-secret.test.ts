import fc from "fast-check";
import { expect, test } from "vitest";
import { createSecretFilter } from "./hide-secret.ts";

const SECRET = "abacabad";

function filterText(chunks: readonly string[], secret: string | null = SECRET): string {
  const filter = createSecretFilter(secret);
  return chunks.map((chunk) => filter.push(chunk)).join("") + filter.end();
}

test("a secret is removed no matter how the text is split, and everything else is unchanged", () => {
  const chunk = fc.array(fc.constantFrom("a", "b", "c", "d", "ab", "abac", SECRET, "x "), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 12 }), (parts) => {
      const chunks = parts.map((part) => part.join(""));
      const joinedText = chunks.join("");
      const filteredText = filterText(chunks);
      expect(filteredText).not.toContain(SECRET);
      if (!joinedText.includes(SECRET)) expect(filteredText).toBe(joinedText);
      expect(filteredText).toBe(joinedText.replaceAll(SECRET, "[hidden]"));
    }),
    { numRuns: 3_000 },
  );
});

test("only the possible start of the secret is buffered", () => {
  const filter = createSecretFilter(SECRET);
  expect(filter.push("text ")).toBe("text ");
  expect(filter.push("xaba")).toBe("x");
  expect(filter.push("!")).toBe("aba!");
  expect(filter.push("abacaba")).toBe("");
  expect(filter.push("c")).toBe("abac");
  expect(filter.end()).toBe("abac");
});

test("without a key, or with an ordinary word instead, the text is unchanged", () => {
  expect(filterText(["none ", "ollama"], null)).toBe("none ollama");
  expect(filterText(["ask ollama"], "ollama")).toBe("ask ollama");
});

test("a secret is also removed if it is encoded as in requests and logs, with any prefix", () => {
  const key = "sk-Test+Secret/0123456789";
  const encodings = [
    encodeURIComponent(key),
    Buffer.from(key).toString("hex"),
    ...["", "x", "me:", "Bearer "].flatMap((prefix) => [
      Buffer.from(`${prefix}${key} and more`).toString("base64"),
      Buffer.from(prefix + key).toString("base64url"),
    ]),
  ];
  for (const text of encodings) {
    for (const chunks of [[text], [...text]]) {
      const filteredText = filterText(["so: ", ...chunks, " end"], key);
      expect(filteredText).toContain("[hidden]");
      expect(filteredText.length, filteredText).toBeLessThan(text.length / 2 + 24);
      expect(filteredText).toMatch(/^so: .* end$/);
    }
  }
});
