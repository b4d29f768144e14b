import { expect, inject, test } from "vitest";
import { connectFirst } from "./connect-first.ts";

const server = new URL(inject("postgres").url);

function address(change: (url: URL) => void): string {
  const url = new URL(server);
  change(url);
  return url.href;
}

test.each([
  [
    "nobody listens there",
    (u: URL) => {
      u.port = "1";
      u.hostname = "127.0.0.1";
      u.search = "";
    },
    /No database answers at 127\.0\.0\.1:1\//,
  ],
  [
    "the host is unknown",
    (u: URL) => {
      u.hostname = "no-such-host.invalid";
      u.search = "";
    },
    /is not known: correct it/,
  ],
  [
    "the database does not exist",
    (u: URL) => {
      u.pathname = "/nowhere_to_be_found";
    },
    /\/nowhere_to_be_found does not exist: create it/,
  ],
])("a DATABASE_URL where %s is refused in one sentence", async (_case, change, sentence) => {
  await expect(connectFirst(address(change as (url: URL) => void))).rejects.toThrow(sentence as RegExp);
});

test("the sentence never shows the password", async () => {
  const url = address((u) => {
    u.password = "hunter2-secret";
    u.pathname = "/nowhere_to_be_found";
  });
  const error = await connectFirst(url).catch((caught: unknown) => caught);
  expect(String(error)).not.toContain("hunter2-secret");
});
