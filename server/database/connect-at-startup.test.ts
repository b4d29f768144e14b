import { expect, inject, test } from "vitest";
import { connectAtStartup } from "./connect-at-startup.ts";

const serverUrl = new URL(inject("postgres").url);

function changeUrl(change: (url: URL) => void): string {
  const url = new URL(serverUrl);
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
    /The database at 127\.0\.0\.1:1\/[^ ]* doesn't respond\./,
  ],
  [
    "the host is unknown",
    (u: URL) => {
      u.hostname = "no-such-host.invalid";
      u.search = "";
    },
    /can't be resolved/,
  ],
  [
    "the database doesn't exist",
    (u: URL) => {
      u.pathname = "/no_such_database";
    },
    /\/no_such_database doesn't exist\. Create it/,
  ],
])("startup fails with a clear message if %s", async (_case, change, message) => {
  await expect(connectAtStartup(changeUrl(change as (url: URL) => void))).rejects.toThrow(message as RegExp);
});

test("the message never shows the password", async () => {
  const url = changeUrl((u) => {
    u.password = "hunter2-secret";
    u.pathname = "/no_such_database";
  });
  const error = await connectAtStartup(url).catch((caught: unknown) => caught);
  expect(String(error)).not.toContain("hunter2-secret");
});
