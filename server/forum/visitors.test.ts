import { expect, test } from "vitest";
import type { Database } from "#server/database/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createForum } from "./index.ts";

/** Operations that anyone may use. Operations in neither list are for members. */
const PUBLIC_OPERATIONS = [
  "listPosts",
  "getPost",
  "listComments",
  "readCommunity",
  "readOverview",
  "listMorePosts",
  "readMember",
  "listMemberPosts",
  "listMemberComments",
];
/** Operations that only the program itself uses. */
const INTERNAL_OPERATIONS = [
  "recountForum",
  "updateTopPeriods",
  "anonymizeMember",
  "findImagesInUse",
  "readStates",
  "readNewest",
  "deleteMemberContent",
  // For administrators. Covered by server/admin/guards.test.ts.
  "moderation",
];

const unusableDatabase = new Proxy({} as Database, {
  get(_, property) {
    throw new Error(`database.${String(property)} was used for a visitor`);
  },
});
const forum = createForum({
  database: unusableDatabase,
  clock: systemClock,
  limits: { consume: () => Promise.reject(new Error("a visitor was counted")) },
});
const operations = Object.entries(forum) as [string, (viewer: null, input: object) => Promise<unknown>][];

test.each(operations.filter(([name]) => ![...PUBLIC_OPERATIONS, ...INTERNAL_OPERATIONS].includes(name)))(
  "%s refuses a visitor before doing anything else",
  async (_, operation) => {
    await expect(operation(null, {})).rejects.toMatchObject({ name: "AppError", status: 401 });
  },
);
