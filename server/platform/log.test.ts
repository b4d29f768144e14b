import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLog } from "#server/platform/log.ts";

test("statement values and credentials are not logged", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => lines.push(line) });
  const error = new DrizzleQueryError(
    "insert into users values ($1)",
    ["the-secret-hash\nsecond line"],
    new Error("down"),
  );
  log.error({ err: error }, "failed");
  log.error({ err: new Error("outer", { cause: error }) }, "failed");
  log.info({ headers: { cookie: "the-secret-cookie" } }, "request");
  const output = lines.join("");
  expect(output).toContain("insert into users");
  expect(output).toContain("down");
  expect(output).not.toContain("the-secret");
  expect(output).not.toContain("second line");
});
