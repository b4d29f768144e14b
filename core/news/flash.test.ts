import { expect, test } from "vitest";
import type { NewsCategory } from "./categories.ts";
import { type FlashCandidate, selectFlash } from "./flash.ts";

const now = new Date("2026-05-10T12:00:00.000Z");
const HOUR_MS = 3_600_000;
/** Words for headlines. The article's number is added to each word, so that no two headlines share a word. */
const WORDS =
  "amber birch cedar dogwood elder fir gorse hazel iris juniper kelp laurel maple nettle olive poplar".split(
    " ",
  );

let articleCount = 0;
function createArticle(hoursAgo: number, change: Partial<FlashCandidate> = {}): FlashCandidate {
  articleCount += 1;
  const getWord = (index: number) => `${WORDS[(articleCount + index * 5) % WORDS.length]}${articleCount}`;
  return {
    id: `a${articleCount}`,
    title: `${getWord(1)} ${getWord(2)} ${getWord(3)} ${getWord(4)}`,
    link: `https://e.org/${articleCount}`,
    source: "one",
    category: "crypto",
    publishedAt: now.getTime() - hoursAgo * HOUR_MS,
    ...change,
  };
}

test("about 30% of the articles are flash: the newest of each category", () => {
  const articles = (["crypto", "ai", "quantum"] as NewsCategory[]).flatMap((category) =>
    Array.from({ length: 20 }, (_, index) =>
      createArticle(index, { category, source: `${category}${index % 3}` }),
    ),
  );
  const flash = selectFlash(articles, now);
  expect(flash.size / articles.length).toBeCloseTo(0.3, 2);
  for (const category of ["crypto", "ai", "quantum"]) {
    const categoryArticles = articles.filter((article) => article.category === category);
    expect(categoryArticles.filter(({ id }) => flash.has(id))).toEqual(categoryArticles.slice(0, 6));
  }
});

test("the only article of a category is flash, unless it is too old", () => {
  const onlyArticle = createArticle(47, { category: "quantum" });
  const oldArticle = createArticle(49, { category: "ai" });
  expect([...selectFlash([onlyArticle, oldArticle], now)]).toEqual([onlyArticle.id]);
  expect(selectFlash([], now).size).toBe(0);
});

test("a story from several sources takes precedence over newer ones, and is flash only once", () => {
  const newerArticles = Array.from({ length: 8 }, (_, index) => createArticle(index));
  const firstReport = createArticle(30, {
    title: "Kraken halts withdrawals after wallet breach",
    source: "one",
  });
  const secondReport = createArticle(29, {
    title: "Wallet breach: Kraken halts all withdrawals",
    source: "two",
  });
  const flash = selectFlash([...newerArticles, firstReport, secondReport], now);
  expect(flash.has(firstReport.id)).toBe(true);
  expect(flash.has(secondReport.id)).toBe(false);
  expect(flash.size).toBe(3);
});

test("articles with the same link in two feeds are one story from several sources; repeats within one feed don't count", () => {
  const story = { link: "https://e.org/story" };
  const otherArticles = Array.from({ length: 5 }, (_, index) => createArticle(index));
  const [a, b] = [
    createArticle(20, { ...story, source: "one" }),
    createArticle(21, { ...story, source: "two" }),
  ];
  expect(selectFlash([...otherArticles, a, b], now).has(b.id)).toBe(true);
  const carriedArticle = createArticle(25, { carriedBy: ["two"] });
  expect(selectFlash([...otherArticles, carriedArticle], now).has(carriedArticle.id)).toBe(true);
  const repeatedArticles = Array.from({ length: 2 }, (_, index) =>
    createArticle(20 + index, { title: "Kraken halts withdrawals after wallet breach" }),
  );
  expect(
    repeatedArticles.some(({ id }) => selectFlash([...otherArticles, ...repeatedArticles], now).has(id)),
  ).toBe(false);
});

test("the result doesn't depend on the order of the articles", () => {
  const articles = Array.from({ length: 30 }, (_, index) =>
    createArticle(index % 7, {
      source: `s${index % 4}`,
      title: index % 5 === 0 ? "Senate passes stablecoin oversight bill" : `only ${index}`,
    }),
  );
  const listIds = (list: FlashCandidate[]) => [...selectFlash(list, now)].toSorted();
  expect(listIds(articles.toReversed())).toEqual(listIds(articles));
});
