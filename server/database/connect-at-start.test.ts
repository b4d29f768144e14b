import { expect, inject, test } from "vitest";
import { connectAtStart } from "./connect-at-start.ts";

const server = new URL(inject("postgres").url);

function changeUrl(change: (url: URL) => void): string {
  const url = new URL(server);
  change(url);
  return url.href;
}

test.each([
  [
    "nothing is listening",
    (u: URL) => {
      u.port = "1";
      u.hostname = "127.0.0.1";
      u.search = "";
    },
    /No database responds at 127\.0\.0\.1:1\//,
  ],
  [
    "the host is unknown",
    (u: URL) => {
      u.hostname = "no-such-host.invalid";
      u.search = "";
    },
    /does not resolve/,
  ],
  [
    "the database does not exist",
    (u: URL) => {
      u.pathname = "/nowhere_to_be_found";
    },
    /\/nowhere_to_be_found does not exist\. Create it/,
  ],
])("the start fails with a clear message if %s", async (_case, change, sentence) => {
  await expect(connectAtStart(changeUrl(change as (url: URL) => void))).rejects.toThrow(sentence as RegExp);
});

test("the message never shows the password", async () => {
  const url = changeUrl((u) => {
    u.password = "hunter2-secret";
    u.pathname = "/nowhere_to_be_found";
  });
  const error = await connectAtStart(url).catch((caught: unknown) => caught);
  expect(String(error)).not.toContain("hunter2-secret");
});
