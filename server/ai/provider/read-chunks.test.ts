import fc from "fast-check";
import { expect, test } from "vitest";
import { createChunkReader, type StreamPart } from "./read-chunks.ts";

const buildEvent = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const TEXT = "Grüße, 世界 😀!";
const STREAM = `: a comment\n\nevent: x\nretry: 5\n${[...TEXT].map(buildEvent).join(": beat\n\n\n")}data: {"choices":[{"delta":{"content":"half\ndata: "}}]}\n\n${buildEvent(" end")}data: [DONE]\n\n`;

function read(chunks: readonly Uint8Array[]): { text: string; parts: StreamPart[] } {
  const decoder = new TextDecoder();
  const reader = createChunkReader();
  const parts = chunks.flatMap((chunk) => reader.read(decoder.decode(chunk, { stream: true })));
  parts.push(...reader.read(decoder.decode()), ...reader.end());
  return { text: parts.map((part) => (part.kind === "token" ? part.text : "")).join(""), parts };
}

test.each(["\n", "\r\n", "\r"])(
  "a stream with %j as the line ending is parsed in the same way, no matter where its bytes are split",
  (lineEnd) => {
    const bytes = Buffer.from(STREAM.replaceAll("\n", lineEnd));
    const uncutResult = read([bytes]);
    expect(uncutResult.text).toBe(`${TEXT}half end`);
    expect(uncutResult.parts.at(-1)).toEqual({ kind: "finish" });
    for (let index = 0; index <= bytes.length; index += 1)
      expect(read([bytes.subarray(0, index), bytes.subarray(index)]), `cut at ${index}`).toEqual(uncutResult);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 30 }), (positions) => {
        const cuts = [0, ...positions.toSorted((a, b) => a - b), bytes.length];
        expect(read(cuts.slice(1).map((cut, index) => bytes.subarray(cuts[index], cut)))).toEqual(
          uncutResult,
        );
      }),
    );
  },
);

test("any input yields parts of known kinds", () => {
  const chunk = fc.constantFrom(
    "data: ",
    "{",
    "}",
    '"choices":[',
    "[",
    "null",
    '"error":',
    "\n",
    "\r",
    ":",
    "[DONE]",
    "1",
    '""',
  );
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 60 }), (chunks) => {
      const { parts } = read([Buffer.from(chunks.join(""))]);
      expect(parts.every(({ kind }) => ["token", "keepalive", "finish", "error"].includes(kind))).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test("input after the end of the stream is ignored", () => {
  expect(read([Buffer.from(`${buildEvent("a")}data: [DONE]\n\n${buildEvent("b")}`)]).text).toBe("a");
});

test("an endless event fails instead of exhausting memory", () => {
  const reader = createChunkReader();
  expect(() => {
    for (let index = 0; index < 100; index += 1) reader.read(index === 0 ? "data: x" : "x".repeat(50_000));
  }).toThrow(expect.objectContaining({ name: "ProviderFailure", kind: "unreadable" }));
});
