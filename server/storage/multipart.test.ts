import { describe, expect, test } from "vitest";
import { parseBoundary, parseMultipart } from "./multipart.ts";

const BODY = [
  "a preamble\r\n--b0undary\r\n",
  'Content-Disposition: form-data; name="cacheControl"\r\n\r\n3600',
  '\r\n--b0undary  \r\nContent-Disposition: form-data; name=""; filename="blob"\r\nContent-Type: text/plain\r\n\r\n',
  "a text with \r\n--b0undar in it\r\n-",
  "\r\n--b0undary\r\nContent-Disposition: form-data; name=after\r\n\r\n",
  "\r\n--b0undary--\r\nan epilogue",
].join("");

async function* splitBytes(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size);
}

async function readParts(text: string, size = text.length) {
  const found: [string, string | null, string | null, string][] = [];
  for await (const { name, filename, contentType, bytes } of parseMultipart(
    splitBytes(text, size),
    "b0undary",
  )) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    found.push([name, filename, contentType, Buffer.concat(chunks).toString()]);
  }
  return found;
}

describe("a multipart body", () => {
  test.each([1, 2, 3, 5, 7, 11, 64, 10_000])("reads the same in pieces of %i bytes", async (size) => {
    expect(await readParts(BODY, size)).toEqual([
      ["cacheControl", null, null, "3600"],
      ["", "blob", "text/plain", "a text with \r\n--b0undar in it\r\n-"],
      ["after", null, null, ""],
    ]);
  });

  test("can have parts that aren't read, which are skipped", async () => {
    const names: string[] = [];
    for await (const { name } of parseMultipart(splitBytes(BODY, 9), "b0undary")) names.push(name);
    expect(names).toEqual(["cacheControl", "", "after"]);
  });

  test.each([
    ["nothing", ""],
    ["no boundary", "hello"],
    ["no end", BODY.slice(0, -20)],
    ["text after a boundary", BODY.replace("b0undary  \r\n", "b0undary words\r\n")],
    ["a part that isn't form-data", BODY.replace("form-data; name=after", "attachment")],
    ["an endless header", `--b0undary\r\n${"x".repeat(40_000)}`],
    ["endless parts", `${'--b0undary\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(60)}`],
  ])("with %s is refused", async (_case, text) => {
    await expect(readParts(text, 1000)).rejects.toMatchObject({ code: "InvalidRequest" });
  });
});

test("the boundary may be bare or quoted; a missing one is refused", () => {
  expect(parseBoundary("multipart/form-data; boundary=abc")).toBe("abc");
  expect(parseBoundary('multipart/form-data; charset=x; boundary="a b;c"')).toBe("a b;c");
  expect(() => parseBoundary("multipart/form-data")).toThrow(/no boundary/);
});
