import { expect, test } from "vitest";
import type { Database } from "#server/database/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createForum } from "./index.ts";

/** What anybody may ask, and what the program asks for itself and no page does. Every other operation is for members. */
const FOR_EVERYBODY = [
  "listPosts",
  "getPost",
  "listComments",
  "countCommunity",
  "readMember",
  "listMemberPosts",
  "listMemberComments",
];
const FOR_THE_PROGRAM = [
  "recountForum",
  "updateTopPeriods",
  "forgetMember",
  "findPicturesInUse",
  "readPostTexts",
  "readStates",
  "readNewest",
  "deleteContentOf",
  "within",
  // A door of its own, which server/admin/guards.test.ts walks.
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

test.each(operations.filter(([name]) => ![...FOR_EVERYBODY, ...FOR_THE_PROGRAM].includes(name)))(
  "%s refuses a visitor before it looks at anything else",
  async (_, operation) => {
    await expect(operation(null, {})).rejects.toMatchObject({ name: "AppError", status: 401 });
  },
);
