import { afterAll, beforeAll, expect, test } from "vitest";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { insertMember } from "#server/testing/members.ts";
import { resolveMentions } from "./index.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const name of ["mara_lindqvist", "zoë", "two words", "early", "late"])
    await insertMember(database, name);
});
afterAll(() => database.drop());

/** Counts the SQL statements of a call. */
async function countStatements<T>(
  run: (countingDatabase: Pick<TestDatabase, "reader" | "pool">) => Promise<T>,
) {
  let statementCount = 0;
  const reader = new Proxy(database.reader, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "execute") return value;
      return (...args: Parameters<typeof target.execute>) => {
        statementCount += 1;
        return target.execute(...args);
      };
    },
  });
  return { result: await run({ reader, pool: database.pool }), statements: statementCount };
}

test("all names on a page are resolved with one statement, then from the cache", async () => {
  const resolvePage = (countingDatabase: Pick<TestDatabase, "reader" | "pool">) =>
    Promise.all([
      resolveMentions(countingDatabase, ["@mara_lindqvist and @MARA_Lindqvist", "@unknown_name"]),
      resolveMentions(countingDatabase, ["@zoe", '@"Two Words"', "no name@all"]),
    ]);
  const first = await countStatements(resolvePage);
  expect(first.result.map((names) => [...names])).toEqual([
    [
      ["mara_lindqvist", "mara_lindqvist"],
      ["MARA_Lindqvist", "mara_lindqvist"],
    ],
    [
      ["zoe", "zoë"],
      ["Two Words", "two words"],
    ],
  ]);
  expect(first.statements).toBe(1);
  expect(await countStatements(resolvePage)).toEqual({ result: first.result, statements: 0 });
  expect(
    (await countStatements((countingDatabase) => resolveMentions(countingDatabase, ["nobody", "a@b"])))
      .statements,
  ).toBe(0);
});

test("one call resolves only the first two hundred names", async () => {
  const manyNames = Array.from({ length: 1000 }, (_, index) => `@many_${index}`).join(" ");
  expect((await resolveMentions(database, [manyNames, "@mara_lindqvist"])).size).toBe(0);
});

test("a canceled request doesn't break others that wait for the same statement, which is counted once", async () => {
  const resolve = (text: string) =>
    runInRequestScope(text, () => ({
      scope: getRequestScope(),
      mentions: resolveMentions(database, [text]),
    }));
  const [first, second] = [resolve("@early"), resolve("@late")];
  if (first.scope) first.scope.canceled = true;
  expect([...(await second.mentions)]).toEqual([["late", "late"]]);
  await first.mentions;
  expect([first.scope?.statements, second.scope?.statements]).toEqual([1, 0]);
  expect([...(await resolveMentions(database, ["@early"]))]).toEqual([["early", "early"]]);
});

test("a released name refers to its former owner until someone else takes it", async () => {
  const [formerOwner, nextOwner] = [
    await insertMember(database, "given_up"),
    await insertMember(database, "another_member"),
  ];
  const rename = (id: string, name: string) =>
    database.pool.query(
      "update public.profiles set username = $2, username_skeleton = $2, username_folded = $2 where id = $1",
      [id, name],
    );
  await rename(formerOwner.id, "given_up_later");
  await database.pool.query(
    `insert into public.released_usernames (username_skeleton, username_folded, user_id, reserved_until) values
       ('given_up', 'given_up', $1, now() + interval '1 day'), ('long_gone', 'long_gone', $1, now() - interval '1 day')`,
    [formerOwner.id],
  );
  expect([...(await resolveMentions(database, ["@Given_Up @long_gone"]))]).toEqual([
    ["Given_Up", "given_up_later"],
  ]);
  await rename(nextOwner.id, "given_up");
  // A new pool object bypasses the cache, because lookups are cached per pool.
  const uncachedDatabase = { reader: database.reader, pool: Object.create(database.pool) };
  expect([...(await resolveMentions(uncachedDatabase, ["@given_up"]))]).toEqual([["given_up", "given_up"]]);
});
