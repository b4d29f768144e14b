import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { StorageError } from "#core/storage/storage-errors.ts";
import { readForm } from "./read-form.ts";

const TYPE = "multipart/form-data; boundary=b0undary";
const BODY = [
  "a preamble\r\n--b0undary\r\n",
  'Content-Disposition: form-data; name="cacheControl"\r\n\r\n3600',
  '\r\n--b0undary\r\nContent-Disposition: form-data; name=""; filename="blob"\r\nContent-Type: image/png\r\n\r\n',
  "a text with \r\n--b0undar in it\r\n-",
  '\r\n--b0undary\r\nContent-Disposition: form-data; name="after"\r\n\r\nCafé',
  "\r\n--b0undary--\r\nan epilogue",
].join("");

async function* splitBytes(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size);
}

async function readEntireForm(body: AsyncIterable<Uint8Array>, type = TYPE) {
  const form = await readForm(body, type);
  const fieldsBefore = Object.fromEntries(form.fields);
  const chunks: Uint8Array[] = [];
  for await (const chunk of form.bytes) chunks.push(chunk);
  await form.readRest();
  return {
    contentType: form.contentType,
    content: Buffer.concat(chunks).toString(),
    fieldsBefore,
    fields: Object.fromEntries(form.fields),
  };
}

test.each([1, 2, 3, 5, 7, 11, 64, 10_000])(
  "a form that arrives in chunks of %i bytes is read correctly",
  async (size) => {
    expect(await readEntireForm(splitBytes(BODY, size))).toEqual({
      contentType: "image/png",
      content: "a text with \r\n--b0undar in it\r\n-",
      fieldsBefore: { cacheControl: "3600" },
      fields: { cacheControl: "3600", after: "Café" },
    });
  },
);

test("a large file is read only as fast as its reader consumes it", async () => {
  let sentChunkCount = 0;
  async function* send() {
    yield Buffer.from(BODY.slice(0, BODY.indexOf("a text")));
    for (; sentChunkCount < 200; sentChunkCount += 1) yield Buffer.alloc(65_536);
    yield Buffer.from(BODY.slice(BODY.indexOf("\r\n--b0undary--")));
  }
  const form = await readForm(send(), TYPE);
  for (let index = 0; index < 50; index += 1) await setImmediate();
  expect(sentChunkCount).toBeLessThan(20);
  let size = 0;
  for await (const chunk of form.bytes) size += chunk.byteLength;
  await form.readRest();
  expect(size).toBe(200 * 65_536);
});

test("if the reader stops, the body isn't read any further", async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  async function* send() {
    try {
      yield Buffer.from(BODY.slice(0, BODY.indexOf("a text")));
      for (;;) yield Buffer.alloc(65_536);
    } finally {
      end();
    }
  }
  const form = await readForm(send(), TYPE);
  for await (const _chunk of form.bytes) break;
  await ended;
});

describe("an error in the body stream", () => {
  const send = async function* (text: string) {
    yield Buffer.from(text);
    throw new StorageError("RequestTimeout");
  };
  test.each([
    ["before the file", BODY.slice(0, 60)],
    ["in the file", BODY.slice(0, BODY.indexOf("in it"))],
    ["after the file", BODY.slice(0, BODY.indexOf("after"))],
  ])("is thrown to the reader: %s", async (_case, text) => {
    await expect(readEntireForm(send(text))).rejects.toMatchObject({ code: "RequestTimeout" });
  });
});

test.each([
  ["nothing", ""],
  ["no boundary", "hello"],
  ["no end", BODY.slice(0, BODY.indexOf("\r\n--b0undary--"))],
  ["an end within the file", BODY.slice(0, BODY.indexOf("in it"))],
  ["a part that isn't form-data", BODY.replace('form-data; name=""', "attachment")],
  ["an endless header", `--b0undary\r\n${"x".repeat(40_000)}`],
  ["endless parts", `${'--b0undary\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(60)}`],
  ["two files", BODY.replace('name="after"', 'name="after"; filename="second"')],
  ["a long field", BODY.replace("3600", "x".repeat(70_000))],
  ["long fields", BODY.replace("3600", "x".repeat(40_000)).replace("Café", "x".repeat(40_000))],
])("a form with %s is refused", async (_case, text) => {
  for (const size of [1_000, 1_000_000])
    await expect(readEntireForm(splitBytes(text, size))).rejects.toMatchObject({ code: "InvalidRequest" });
});

test("the boundary may be quoted; a missing one is refused", async () => {
  const quotedType = 'multipart/form-data; charset=utf-8; boundary="b0 und;ary"';
  expect(
    await readEntireForm(splitBytes(BODY.replaceAll("b0undary", "b0 und;ary"), 10_000), quotedType),
  ).toMatchObject({
    fields: { after: "Café" },
  });
  await expect(readEntireForm(splitBytes(BODY, 100), "multipart/form-data")).rejects.toThrow(/no boundary/);
});
