import { expect, test } from "vitest";
import { createImageCache } from "./image-cache.ts";

const buildRender = (bytes: number) => async () => Buffer.alloc(bytes);

test("the least recently used image is evicted when the memory limit is reached", async () => {
  const cache = createImageCache(1000);
  for (const name of ["a", "b", "c"]) await cache.get(name, buildRender(300));
  await cache.get("a", buildRender(300));
  await cache.get("d", buildRender(300));
  expect(cache.getSize()).toBe(900);
  let renderCount = 0;
  const render = async () => {
    renderCount += 1;
    return Buffer.alloc(300);
  };
  for (const name of ["a", "c", "d"]) await cache.get(name, render);
  expect(renderCount).toBe(0);
  await cache.get("b", render);
  expect(renderCount).toBe(1);
});

test("an image larger than the cache is returned but not cached", async () => {
  const cache = createImageCache(1000);
  expect((await cache.get("a", buildRender(5000))).length).toBe(5000);
  expect(cache.getSize()).toBe(0);
});

test("a failure is reported to everyone waiting and not cached", async () => {
  const cache = createImageCache();
  const fail = async () => Promise.reject(new Error("no"));
  const outcomes = await Promise.allSettled([cache.get("a", fail), cache.get("a", buildRender(1))]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await cache.get("a", buildRender(1))).length).toBe(1);
});
