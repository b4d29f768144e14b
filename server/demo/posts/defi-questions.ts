import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, sato, tobias, yuki } from "./cast.ts";

/** Questions about DeFi, and a guide to where yields come from. */
export const DEFI_QUESTIONS: readonly DemoPost[] = [
  {
    author: leo,
    category: "defi",
    title: "My LP token went up, my money went down. Explain it to a man who owns a plotter",
    tags: ["stablecoins", "liquidity", "question"],
    hoursAgo: 55,
    content: `Put 400 euros into a two-stablecoin pool in spring, half A, half B. The page says each LP token was worth 1.000 and is now worth **1.010**. I took it all out today and got 73 A and 331 B.

That's 404 tokens! But B trades at 0.971, so I have 394.

Is the page lying?`,
    upvoters: [sato, tobias, ines],
    comments: [
      {
        author: delta,
        hoursAfter: 0.8,
        text: "Virtual price counts tokens as if A = B = 1. You were long B on the way down. The pool bought it for you from everyone who left.",
        upvoters: [leo, ines, mara],
        replies: [
          {
            author: leo,
            hoursAfter: 1.1,
            text: "So the pool is a machine that swaps my nice pens for dried-out ones, and the display counts pens.",
            upvoters: [delta, mara, sato, tobias, yuki, admin],
            replies: [
              {
                author: delta,
                hoursAfter: 1.3,
                text: "Yes. And pays you 4 pens for the trouble.",
                upvoters: [leo, sato, noor],
              },
            ],
          },
        ],
      },
      {
        author: ines,
        hoursAfter: 4,
        text: "A useful warning light: the pool's composition. 50/50 means the market thinks they are equal. Yours ended at 18/82, and that ratio usually leaves 50/50 *before* the quoted price moves, because the curve is flat in the middle.",
        upvoters: [leo, delta, tobias],
      },
    ],
  },
  {
    author: noor,
    category: "defi",
    title: "Before the APY: four places a yield can come from",
    tags: ["yield", "risk", "reading guide"],
    hoursAgo: 984,
    content: `I read a lot of pages that say "earn". When I cannot find out who pays, I do not write the piece. It has always been one of these:

1. **A borrower.** Ask what they pledge and what happens at night.
2. **A trader.** Fees. Ask about volume in a quiet month.
3. **A chain.** Staking rewards. New coins, so part of it is your own dilution handed back. If the supply grows 4% and you earn 4%, you stood still and filed taxes.
4. **The next depositor, or a marketing budget.** Paid in the project's own token, for now.

Mixed sources are normal. What I look for is a page that gives the share of each. If it says 19% and cannot say how much is number 4, I assume it is most of it.

A number with no counterparty is an advertisement.`,
    upvoters: [tobias, carl, sato, ines, mara],
    downvoters: [grad],
    comments: [
      {
        author: tobias,
        hoursAfter: 8,
        text: "Fifth source: risk you have not been told about, paid out monthly until it is not.",
        upvoters: [noor, delta, carl],
        replies: [
          {
            author: noor,
            hoursAfter: 9,
            text: "I would file that under all four.",
            upvoters: [tobias, ines, admin],
          },
        ],
      },
    ],
  },
  {
    author: priya,
    category: "defi",
    title: "Has anyone seen a timelock that is longer than the time it takes to read the diff?",
    tags: ["governance", "upgrades"],
    hoursAgo: 3.1,
    content:
      "Today's example: 24 hours of delay, 4,100 changed lines, published on a Saturday. I had tea and stopped at line 600.",
    upvoters: [yuki, mara, carl],
  },
];
