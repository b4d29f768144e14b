import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { updateSkeletons } from "./update-skeletons.ts";
import { foldUsername } from "./username-skeleton.ts";

let fixture: AppFixture;
beforeAll(async () => {
  fixture = await createAppFixture();
});
afterAll(() => fixture.end());

const query = async (text: string, values: unknown[] = []) =>
  (await fixture.database.pool.query(text, values)).rows;
/** Stores a member with a skeleton from an earlier version. */
async function storeMember(username: string, skeleton: string) {
  const id = randomUUID();
  await query("insert into auth.users (id, email) values ($1, $2)", [id, `${id}@example.org`]);
  await query(
    "insert into public.profiles (id, username, username_skeleton, username_folded) values ($1, $2, $3, $4)",
    [id, username, skeleton, foldUsername(username)],
  );
}
const readSkeletons = async () =>
  Object.fromEntries(
    (await query("select username, username_skeleton as skeleton from public.profiles")).map(
      ({ username, skeleton }) => [username, skeleton],
    ),
  );

test("skeletons from an earlier version are updated to the current rule, and members keep names that now look alike", async () => {
  await storeMember("Quant_Ora.7", "quant_ora_7");
  await storeMember("Bobby", "bobby");
  await storeMember("Ann Lee", "ann_lee");
  await storeMember("annlee", "annlee");
  await storeMember("b4rn", "b4m");
  await query(
    `insert into public.released_usernames (username_skeleton, username_folded, reserved_until)
     values ('o1d_name', 'o1d name', now() + interval '1 day')`,
  );
  expect(await updateSkeletons(fixture.database.db)).toBe(3);
  expect(await readSkeletons()).toEqual({
    "Quant_Ora.7": "guantorat",
    Bobby: "bobby",
    "Ann Lee": "ann_lee",
    annlee: "annlee",
    b4rn: "bam",
  });
  expect(await query("select username_skeleton from public.released_usernames")).toEqual([
    { username_skeleton: "oldname" },
  ]);
  expect(await updateSkeletons(fixture.database.db)).toBe(0);
  const member = await fixture.register();
  for (const username of ["QuantOra7", "barn", "ann.lee", "old-name"])
    await expect(fixture.app.auth.account.rename(member, username)).rejects.toMatchObject({
      code: "username_taken",
    });
});
