import { expect, test } from "vitest";
import { createPictureCache } from "./picture-cache.ts";

const picture = (bytes: number) => async () => Buffer.alloc(bytes);

test("images take limited memory, and recently used ones stay", async () => {
  const store = createPictureCache(1000);
  for (const name of ["a", "b", "c"]) await store.get(name, picture(300));
  await store.get("a", picture(300));
  await store.get("d", picture(300));
  expect(store.bytes()).toBe(900);
  let made = 0;
  const make = async () => {
    made += 1;
    return Buffer.alloc(300);
  };
  for (const name of ["a", "c", "d"]) await store.get(name, make);
  expect(made).toBe(0);
  await store.get("b", make);
  expect(made).toBe(1);
});

test("an image larger than the cache is returned but not cached", async () => {
  const store = createPictureCache(1000);
  expect((await store.get("a", picture(5000))).length).toBe(5000);
  expect(store.bytes()).toBe(0);
});

test("a failure is reported to everyone waiting and not cached", async () => {
  const store = createPictureCache();
  const fail = async () => Promise.reject(new Error("no"));
  const outcomes = await Promise.allSettled([store.get("a", fail), store.get("a", picture(1))]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await store.get("a", picture(1))).length).toBe(1);
});
