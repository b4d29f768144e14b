import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { LiveEvent } from "#core/live/events.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { listen } from "./testing.ts";

let fixture: AppFixture;
beforeAll(async () => {
  fixture = await createAppFixture();
  fixture.app.announcements.start();
  fixture.app.live.start();
});
afterAll(async () => {
  await fixture.app.live.close();
  await fixture.app.announcements.stop();
  await fixture.end();
});

const words = { title: "A title", content: "Some words.", category: "crypto", tags: ["one"] };

test("a new post is told to everybody, with ids and figures and without its words", async () => {
  const author = await fixture.register();
  const stream = await listen(fixture);
  const { id } = await fixture.app.forum.createPost(author, words);
  const event = await stream.next((event) => event.posts !== undefined);
  expect(event.posts).toEqual([
    {
      id,
      isNew: true,
      authorId: author.id,
      category: "crypto",
      tags: ["one"],
      upvotes: 0,
      downvotes: 0,
      commentCount: 0,
      isLocked: false,
    },
  ]);
  expect(event.at).toBeGreaterThan(0);
  await stream.end();
});
