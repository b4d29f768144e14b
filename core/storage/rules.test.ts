import { expect, test } from "vitest";
import {
  canReadObject,
  canSeeBucket,
  canWriteObject,
  getOwnKeyPrefix,
  type StorageActor,
  VISITOR,
} from "./rules.ts";

const ME = "11111111-1111-4111-8111-111111111111";
const member: StorageActor = { role: "authenticated", userId: ME, isAnonymous: false };
const anonymousUser: StorageActor = { ...member, isAnonymous: true };
const serviceActor: StorageActor = { role: "service_role", userId: null, isAnonymous: false };
const unknownRole: StorageActor = { role: "postgres", userId: ME, isAnonymous: false };

const avatars = { id: "avatars", isPublic: true };
const publicBucket = { id: "open", isPublic: true };
const privateBucket = { id: "closed", isPublic: false };

test("everyone can read public buckets, and only the service role can read private ones", () => {
  for (const actor of [VISITOR, member, anonymousUser, unknownRole]) {
    for (const isAllowed of [canSeeBucket, canReadObject]) {
      expect([
        isAllowed(actor, avatars),
        isAllowed(actor, publicBucket),
        isAllowed(actor, privateBucket),
      ]).toEqual([true, true, false]);
    }
  }
  expect(canSeeBucket(serviceActor, privateBucket) && canReadObject(serviceActor, privateBucket)).toBe(true);
});

test("a member can write and list only under their own ID in the product's buckets", () => {
  expect(canWriteObject(member, avatars, `${ME}/a.png`)).toBe(true);
  for (const key of [
    "a.png",
    `${ME}`,
    `${ME}x/a.png`,
    `x/${ME}/a.png`,
    "22222222-1111-4111-8111-111111111111/a",
  ])
    expect(canWriteObject(member, avatars, key), key).toBe(false);
  expect(getOwnKeyPrefix(member, avatars)).toBe(`${ME}/`);
  expect(getOwnKeyPrefix(member, publicBucket)).toBeNull();
  expect(canWriteObject(member, publicBucket, `${ME}/a.png`)).toBe(false);
});

test("visitors, anonymous users and unknown roles can't write; the service role can write everything", () => {
  for (const actor of [VISITOR, anonymousUser, unknownRole]) {
    expect(getOwnKeyPrefix(actor, avatars)).toBeNull();
    expect(canWriteObject(actor, avatars, `${ME}/a.png`)).toBe(false);
  }
  for (const bucket of [avatars, publicBucket, privateBucket])
    expect(canWriteObject(serviceActor, bucket, "any/key")).toBe(true);
});
