import { expect, test } from "vitest";
import { STOP_WORDS, toWords } from "./words.ts";

const CONTRACTIONS =
  `I'm I've I'd I'll you're you've you'd you'll it's it'd it'll we're we've we'd they're they've they'd
  they'll that's that'd that'll there's there'd here's what's who's who'd who'll where's how's why's let's isn't aren't
  wasn't weren't don't doesn't didn't hasn't haven't hadn't won't wouldn't can't couldn't shouldn't mustn't needn't ain't
  could've would've should've might've must've`.split(/\s+/);

test.each(CONTRACTIONS)("%s is never a topic, with either apostrophe", (contraction) => {
  for (const spelling of [contraction, contraction.replace("'", "’")])
    expect(toWords(spelling).filter((word) => !STOP_WORDS.has(word))).toEqual([]);
});

test("words that only look like a contraction without its apostrophe can be topics", () => {
  expect(["shell", "shed", "hell"].some((word) => STOP_WORDS.has(word))).toBe(false);
});
