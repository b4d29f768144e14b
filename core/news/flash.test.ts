import { expect, test } from "vitest";
import type { NewsCategory } from "./categories.ts";
import { chooseFlash, type FlashCandidate } from "./flash.ts";

const now = new Date("2026-05-10T12:00:00.000Z");
const hour = 3_600_000;
/** Words that no two headlines share. */
const WORDS =
  "amber birch cedar dogwood elder fir gorse hazel iris juniper kelp laurel maple nettle olive poplar".split(
    " ",
  );

let made = 0;
function article(hoursAgo: number, change: Partial<FlashCandidate> = {}): FlashCandidate {
  made += 1;
  const word = (at: number) => `${WORDS[(made + at * 5) % WORDS.length]}${made}`;
  return {
    id: `a${made}`,
    title: `${word(1)} ${word(2)} ${word(3)} ${word(4)}`,
    link: `https://e.org/${made}`,
    source: "one",
    category: "crypto",
    publishedAt: now.getTime() - hoursAgo * hour,
    ...change,
  };
}

test("about three tenths of what a run brings are flash, in each category its newest", () => {
  const run = (["crypto", "ai", "quantum"] as NewsCategory[]).flatMap((category) =>
    Array.from({ length: 20 }, (_, at) => article(at, { category, source: `${category}${at % 3}` })),
  );
  const flash = chooseFlash(run, now);
  expect(flash.size / run.length).toBeCloseTo(0.3, 2);
  for (const category of ["crypto", "ai", "quantum"]) {
    const own = run.filter((one) => one.category === category);
    expect(own.filter(({ id }) => flash.has(id))).toEqual(own.slice(0, 6));
  }
});

test("the newest of a category is flash even when it is the only one; what is not fresh never is", () => {
  const only = article(47, { category: "quantum" });
  const old = article(49, { category: "ai" });
  expect([...chooseFlash([only, old], now)]).toEqual([only.id]);
  expect(chooseFlash([], now).size).toBe(0);
});

test("a story that several sources carry is flash before newer ones, once", () => {
  const newer = Array.from({ length: 8 }, (_, at) => article(at));
  const first = article(30, { title: "Kraken halts withdrawals after wallet breach", source: "one" });
  const second = article(29, { title: "Wallet breach: Kraken halts all withdrawals", source: "two" });
  const flash = chooseFlash([...newer, first, second], now);
  expect(flash.has(first.id)).toBe(true);
  expect(flash.has(second.id)).toBe(false);
  expect(flash.size).toBe(3);
});

test("the same link in two feeds is one story; one feed alone does not make it several", () => {
  const story = { link: "https://e.org/story" };
  const rest = Array.from({ length: 5 }, (_, at) => article(at));
  const [a, b] = [article(20, { ...story, source: "one" }), article(21, { ...story, source: "two" })];
  expect(chooseFlash([...rest, a, b], now).has(b.id)).toBe(true);
  const carried = article(25, { carriedBy: ["two"] });
  expect(chooseFlash([...rest, carried], now).has(carried.id)).toBe(true);
  const repeated = Array.from({ length: 2 }, (_, at) =>
    article(20 + at, { title: "Kraken halts withdrawals after wallet breach" }),
  );
  expect(repeated.some(({ id }) => chooseFlash([...rest, ...repeated], now).has(id))).toBe(false);
});

test("which stories are flash does not hang on the order in which they were read", () => {
  const run = Array.from({ length: 30 }, (_, at) =>
    article(at % 7, {
      source: `s${at % 4}`,
      title: at % 5 === 0 ? "Senate passes stablecoin oversight bill" : `only ${at}`,
    }),
  );
  const ids = (list: FlashCandidate[]) => [...chooseFlash(list, now)].toSorted();
  expect(ids(run.toReversed())).toEqual(ids(run));
});
