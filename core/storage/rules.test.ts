import { expect, test } from "vitest";
import { mayReadObject, maySeeBucket, mayWriteObject, ownKeys, type StorageActor, VISITOR } from "./rules.ts";

const ME = "11111111-1111-4111-8111-111111111111";
const member: StorageActor = { role: "authenticated", userId: ME, isAnonymous: false };
const anonymous: StorageActor = { ...member, isAnonymous: true };
const service: StorageActor = { role: "service_role", userId: null, isAnonymous: false };
const odd: StorageActor = { role: "postgres", userId: ME, isAnonymous: false };

const avatars = { id: "avatars", isPublic: true };
const open = { id: "open", isPublic: true };
const closed = { id: "closed", isPublic: false };

test("everyone can read public buckets, and only the service role private ones", () => {
  for (const caller of [VISITOR, member, anonymous, odd]) {
    for (const may of [maySeeBucket, mayReadObject]) {
      expect([may(caller, avatars), may(caller, open), may(caller, closed)]).toEqual([true, true, false]);
    }
  }
  expect(maySeeBucket(service, closed) && mayReadObject(service, closed)).toBe(true);
});

test("a member can write and list only under their own id in the product's buckets", () => {
  expect(mayWriteObject(member, avatars, `${ME}/a.png`)).toBe(true);
  for (const key of [
    "a.png",
    `${ME}`,
    `${ME}x/a.png`,
    `x/${ME}/a.png`,
    "22222222-1111-4111-8111-111111111111/a",
  ])
    expect(mayWriteObject(member, avatars, key), key).toBe(false);
  expect(ownKeys(member, avatars)).toBe(`${ME}/`);
  expect(ownKeys(member, open)).toBeNull();
  expect(mayWriteObject(member, open, `${ME}/a.png`)).toBe(false);
});

test("visitors, anonymous users and unknown roles can't write; the service role can write everything", () => {
  for (const caller of [VISITOR, anonymous, odd]) {
    expect(ownKeys(caller, avatars)).toBeNull();
    expect(mayWriteObject(caller, avatars, `${ME}/a.png`)).toBe(false);
  }
  for (const bucket of [avatars, open, closed]) expect(mayWriteObject(service, bucket, "any/key")).toBe(true);
});
