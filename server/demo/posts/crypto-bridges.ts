import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, sato, tobias, yuki } from "./cast.ts";

/** Bridges and what secures them. */
export const CRYPTO_BRIDGES: readonly DemoPost[] = [
  {
    author: mara,
    category: "crypto",
    title: "Most bridges are a multisig wearing a diagram",
    tags: ["bridges", "rollups", "security", "rant"],
    hoursAgo: 421,
    content: `I was asked to review the bridge section of a design document last week. Fourteen boxes, nine arrows, the word "trustless" four times. After two hours I had reduced it to one sentence:

> Five of eight keys can mint anything.

That is a legitimate design. It is also all the reader needed to know, and it was on page 23.

## Three ways to learn what another chain did

**1. Somebody tells you.** A committee signs "event X happened over there". Security is the committee. Slashing changes what a lie costs them and leaves the loss where it fell.

**2. Somebody tells you and others may object.** Optimistic. One honest watcher is enough, provided that (a) the watcher can post during the window, (b) the window is longer than the worst censorship you assume, and (c) somebody has an income that depends on watching.

**3. You check.** A light client verifying consensus, or a validity proof of one. Security is that of the two chains plus your verifier's code. Slow to build, expensive to run, and the only one of the three where the diagram is the product.

A rollup's own bridge is a fourth thing. The parent chain *is* the judge of the rollup's state, so there is no third party to ask. People see a six-day difference between the native exit and the fast one and call the native bridge broken. The fast one is somebody lending you their money.

## What I ask now, in this order

1. Who can make the destination mint or release without a matching lock? Names or addresses.
2. Who can change the code, and how long do I have to leave after they announce it?
3. If all operators go home tomorrow, can I still withdraw? Show me the transaction.
4. What is the cap? If there is none, why?

Question 3 empties the room.

## The number I wish people printed

Let $V$ be the value locked and $C$ the cost of corrupting the quorum. The bridge is honest by economics only while $V < C$. For a 5-of-8 with operators who post no bond, $C$ is the price of five laptops and a bad weekend. Print $V$ next to that and nobody needs the diagram.

## A worked example, names removed

The page says: *secured by eight independent operators, threshold five.*

| What the page says | What I found in an afternoon |
|---|---|
| eight operators | eight keys, six companies |
| independent | four of the eight run in one cloud region |
| threshold five | five, and a proxy admin who can replace the contract |
| governed by a DAO | the proxy admin is a 2-of-3 of founders |
| 48 hour timelock | on parameters; code changes have none |

So the honest threshold is two. Nobody lied. Each row is true when read by itself, which is how a page gets read.

## "But ours has never been exploited"

Neither has the key under my doormat. I do not publish the address.

I do use bridges, with amounts and durations I can lose, and so will you. I would just like the label on the tin to name what is inside.`,
    upvoters: [yuki, priya, carl, ines, noor, tobias, grad, admin],
    downvoters: [delta],
    comments: [
      {
        author: delta,
        hoursAfter: 1.2,
        text: "I bridge to get a hedge on in 40 seconds. Native exit takes a week. In a week the trade is over. Committee risk for 40 seconds is a rounding error.",
        upvoters: [tobias, leo],
        downvoters: [carl],
        replies: [
          {
            author: mara,
            hoursAfter: 1.8,
            text: "For you, yes. You hold the risk for 40 seconds. The wrapped token on the other side holds it for as long as it exists, and it sits in pools whose depositors never chose a bridge.",
            upvoters: [yuki, priya, noor, ines],
            replies: [
              {
                author: delta,
                hoursAfter: 2.3,
                text: "Pool depositors get paid for it.",
                downvoters: [yuki],
                replies: [
                  {
                    author: yuki,
                    hoursAfter: 3,
                    text: "Are they? Compare the yield of two otherwise equal pools, one with the native asset and one with the wrapped one. In the three I looked at, the difference was under 0.3% a year. Nobody is pricing five laptops at 0.3%.",
                    upvoters: [mara, ines, priya, tobias],
                    replies: [
                      {
                        author: delta,
                        hoursAfter: 4.5,
                        text: "Fine. That's too cheap. Which makes it a trade.",
                        upvoters: [mara, yuki, grad, tobias],
                        replies: [
                          {
                            author: tobias,
                            hoursAfter: 6,
                            text: "Every desk I worked on had one person who heard a safety lecture and came back with a position. We kept him. He was usually right about the price and wrong about the date.",
                            upvoters: [delta, mara, leo, admin],
                          },
                        ],
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: grad,
        hoursAfter: 5,
        text: "Naive question: why does a zk light client not just end this discussion? Prove consensus, verify on chain, done?",
        upvoters: [sato],
        replies: [
          {
            author: priya,
            hoursAfter: 7,
            text: "It ends the part about *who tells you*. It leaves finality (what if the source chain reorganises past what you proved), the prover's liveness, and the verifier contract, which is usually upgradeable by, you guessed it, five of eight keys.",
            upvoters: [mara, grad, yuki],
            replies: [
              {
                author: grad,
                hoursAfter: 7.4,
                text: "So it's committees all the way down until someone throws away the admin key.",
                upvoters: [priya, carl],
              },
            ],
          },
        ],
      },
      {
        author: noor,
        hoursAfter: 26,
        text: 'Stealing "page 23" for every prospectus I read from now on.',
        upvoters: [mara],
      },
    ],
  },
];
