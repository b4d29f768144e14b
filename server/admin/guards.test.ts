import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { insertMember } from "#server/testing/members.ts";

type Operation = (viewer: Member | null, ...rest: unknown[]) => Promise<unknown>;

/** Lists all operations of the public API with their paths. */
function listOperations(api: object, path = "admin"): [string, Operation][] {
  return Object.entries(api).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "function"
      ? [[`${path}.${name}`, value as Operation] satisfies [string, Operation]]
      : typeof value === "object" && value !== null
        ? listOperations(value, `${path}.${name}`)
        : [],
  );
}

let site: AppFixture;
let member: Member;
beforeAll(async () => {
  site = await createAppFixture();
  member = await insertMember(site.database, "a_member");
});
afterAll(() => site.end());

/** If an operation validates these before it checks who the viewer is, the test fails. */
const INVALID_ARGUMENTS = [{}, {}, {}];

describe("every admin operation", () => {
  test("rejects visitors and members before it reads their input", async () => {
    const operations = listOperations(site.app.admin);
    expect(operations.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        "admin.users.delete",
        "admin.users.changeRole",
        "admin.log.list",
        "admin.readSiteFigures",
      ]),
    );
    const outcomes = await Promise.all(
      operations.map(async ([path, operation]) => {
        const runAs = async (viewer: Member | null) => {
          try {
            return await operation(viewer, ...INVALID_ARGUMENTS);
          } catch (error) {
            return (error as { code?: string }).code ?? error;
          }
        };
        return [path, await runAs(null), await runAs(member)];
      }),
    );
    expect(outcomes).toEqual(operations.map(([path]) => [path, "not_signed_in", "access_denied"]));
  });
});
