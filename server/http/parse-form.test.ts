import { describe, expect, test } from "vitest";
import { AppError } from "#core/errors.ts";
import { parseForm } from "./parse-form.ts";

const createRequest = (type: string, body: string) =>
  new Request("http://site.test/settings/avatar", {
    method: "POST",
    body,
    headers: { "Content-Type": type },
  });
const buildPart = (name: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n\r\n`;
const buildMultipart = (boundary: string, fieldCount: number) =>
  Array.from({ length: fieldCount }, (_, index) => `--${boundary}\r\n${buildPart(`f${index}`)}`).join("") +
  `--${boundary}--\r\n`;
const readErrorMessage = (request: Request) =>
  parseForm(request).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.message : error),
  );

describe("a form with too many fields is rejected before it is parsed:", () => {
  // A few megabytes of these take longer to parse than the request timeout allows.
  test.each([
    ["application/x-www-form-urlencoded", "a=&".repeat(300)],
    ["application/x-www-form-urlencoded", Array(201).fill("a=").join("&")],
    ["multipart/form-data; boundary=x", buildMultipart("x", 201)],
    ["application/x-www-form-urlencoded;charset=utf-8", "&".repeat(300)],
    ["multipart/form-data; boundary=x", buildMultipart("x", 300)],
    ["Multipart/Form-Data; BOUNDARY=x", buildMultipart("x", 300)],
  ])("%s", async (type, body) => {
    expect(await readErrorMessage(createRequest(type, body))).toBe("This form has too many fields.");
  });
});

test.each([
  ["application/x-www-form-urlencoded", "a=&".repeat(100), 100],
  ["application/x-www-form-urlencoded", Array(200).fill("a=").join("&"), 200],
  ["multipart/form-data; boundary=x", buildMultipart("x", 200), 200],
  ["multipart/form-data; boundary=x", buildMultipart("x", 100), 100],
  ['multipart/form-data; boundary="x-1"; charset=utf-8', buildMultipart("x-1", 100), 100],
  [
    "multipart/form-data; boundary=----WebKitFormBoundaryAz09-",
    buildMultipart("----WebKitFormBoundaryAz09-", 2),
    2,
  ],
])("a form that doesn't exceed the field limit is read: %s", async (type, body, count) => {
  expect([...((await parseForm(createRequest(type, body)))?.keys() ?? [])]).toHaveLength(count);
});

test.each([
  'multipart/form-data; boundary="\\\\x"',
  'multipart/form-data; a="; boundary=y"; boundary=x',
  "multipart/form-data; boundary=y; boundary=x",
  "multipart/form-data; boundary=",
])("an ambiguous or empty boundary is refused: %s", async (type) => {
  expect(await readErrorMessage(createRequest(type, buildMultipart("x", 2)))).toBe(
    "The request body is not a form.",
  );
});

test.each([
  ["application/x-www-form-urlencoded", "reason=a%00b&reason=%00"],
  [
    "multipart/form-data; boundary=x",
    ["a\0b", "\0"]
      .map((value) => `--x\r\nContent-Disposition: form-data; name="reason"\r\n\r\n${value}\r\n`)
      .join("")
      .concat("--x--\r\n"),
  ],
])("NUL is replaced, because PostgreSQL can't store it: %s", async (type, body) => {
  const form = await parseForm(createRequest(type, body));
  expect(form?.getAll("reason")).toEqual(["a\uFFFDb", "\uFFFD"]);
});

test("a file is read unchanged", async () => {
  const body = new FormData();
  body.append("picture", new File(["a\0b"], "a.png", { type: "image/png" }));
  const request = new Request("http://site.test/settings/avatar", { method: "POST", body });
  const file = (await parseForm(request))?.get("picture") as File;
  expect([file.name, file.type, await file.text()]).toEqual(["a.png", "image/png", "a\0b"]);
});
