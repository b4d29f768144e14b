import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";

let fixture: AppFixture;
beforeAll(async () => {
  fixture = await createAppFixture();
});
afterAll(() => fixture.end());

test("visitors can't use any account or profile operation", async () => {
  const { auth, members, profiles } = fixture.app;
  type Operation = (viewer: null, ...args: object[]) => Promise<unknown>;
  const operations = [auth.account, auth.memberApps, members, profiles]
    .flatMap((api): [string, unknown][] => Object.entries(api))
    .filter((entry): entry is [string, Operation] => typeof entry[1] === "function");
  expect(operations.length).toBeGreaterThan(15);
  for (const [name, operation] of operations)
    await expect(operation(null, {}, {}), name).rejects.toMatchObject({ code: "not_signed_in", status: 401 });
});
