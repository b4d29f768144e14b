import { expect, test } from "vitest";
import type { Database } from "#server/database/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createForum } from "./index.ts";

/** Operations for everyone, and those that only the program itself uses. All others are for members. */
const FOR_EVERYONE = [
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
const FOR_THE_PROGRAM = [
  "recountForum",
  "updateTopPeriods",
  "anonymizeMember",
  "findImagesInUse",
  "readStates",
  "readNewest",
  "deleteMemberContent",
  // Covered by server/admin/guards.test.ts.
  "moderation",
];

const untouchable = new Proxy({} as Database, {
  get(_, part) {
    throw new Error(`database.${String(part)} was used for a visitor`);
  },
});
const forum = createForum({
  database: untouchable,
  clock: systemClock,
  limits: { consume: () => Promise.reject(new Error("a visitor was counted")) },
});
const operations = Object.entries(forum) as [string, (viewer: null, input: object) => Promise<unknown>][];

test.each(operations.filter(([name]) => ![...FOR_EVERYONE, ...FOR_THE_PROGRAM].includes(name)))(
  "%s refuses a visitor before doing anything else",
  async (_, operation) => {
    await expect(operation(null, {})).rejects.toMatchObject({ name: "AppError", status: 401 });
  },
);
