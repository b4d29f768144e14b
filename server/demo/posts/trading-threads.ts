import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** Questions, short notes and a debate that was locked. */
export const TRADING_THREADS: readonly DemoPost[] = [
  {
    author: delta,
    category: "trading",
    title: "Selling weekly strangles works until the week.",
    tags: ["options"],
    hoursAgo: 0.6,
    content:
      "This was the week. Down 4.1 on the month, up 11 on the year. Size was right, so I'm writing this from home.",
    comments: [
      {
        author: tobias,
        hoursAfter: 0.2,
        text: "The only sentence in it that matters is the last. Cheers.",
        upvoters: [delta],
      },
    ],
  },
  {
    author: sato,
    category: "trading",
    title: "Charged four times without doing anything. What is a funding rate?",
    tags: ["perpetuals", "funding", "beginner"],
    hoursAgo: 20.4,
    content: `I opened a tiny long to learn how it works: 500 position, 50 of my own money. I didn't touch it for a day and a half and the history says *Funding −0.15*, four times.

0.60 isn't going to ruin me. I just want to know who got it, and for what.`,
    upvoters: [leo, tobias, delta, noor],
    comments: [
      {
        author: delta,
        hoursAfter: 0.3,
        text: "The shorts got it. Perp has no expiry, so nothing forces it to the spot price. Funding does: perp above spot, longs pay shorts. Yours is 0.03% per 8 h.",
        upvoters: [sato, ines, tobias, leo],
        replies: [
          {
            author: sato,
            hoursAfter: 0.7,
            text: "0.03% sounds like nothing.",
            replies: [
              {
                author: delta,
                hoursAfter: 0.8,
                text: "Three times a day, 365 days: 33% a year. On the position. You put up a tenth of it, so 330% a year on your 50.",
                upvoters: [sato, ines, carl, noor, tobias],
                replies: [
                  {
                    author: sato,
                    hoursAfter: 1,
                    text: "Closed it. I was renting a car by the minute and leaving it in the garage.",
                    upvoters: [delta, tobias, leo, admin, noor, ines],
                    replies: [
                      {
                        author: carl,
                        hoursAfter: 2.2,
                        text: "If you want to own the thing, buy the thing. You can put it on paper and look at it on your birthday.",
                        upvoters: [sato, noor],
                        downvoters: [delta],
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
        author: noor,
        hoursAfter: 4,
        text: "A side benefit of knowing this: a high funding rate across venues tells you how many people are paying to be long. I find it a better mood indicator than any survey.",
        upvoters: [delta, ines, sato],
        replies: [
          {
            author: ines,
            hoursAfter: 6,
            text: "Mood, yes. I tested it for direction over four years of eight-hour data and found nothing that survives costs, apart from the extremes, which are too few to say.",
            upvoters: [noor, delta, tobias],
          },
        ],
      },
    ],
  },
  {
    author: grad,
    category: "trading",
    title: "Technical analysis is astrology with a y axis",
    tags: ["technical analysis", "argument"],
    hoursAgo: 1003,
    isLocked: true,
    content: `There, I said it. Head and shoulders, golden crosses, waves with letters. No control group, no error bars, infinite excuses. If a pattern has a name, it has been traded away or it was never there.

Change my mind.`,
    upvoters: [ines, carl, qubit, noor],
    downvoters: [delta, leo, tobias, sato],
    comments: [
      {
        author: tobias,
        hoursAfter: 0.8,
        text: "I used charts daily for eleven years and never to predict. A chart tells you where other people bought. That is where they will feel something. Would you call a map of the exits astrology?",
        upvoters: [delta, leo, noor, admin],
        replies: [
          {
            author: grad,
            hoursAfter: 1.2,
            text: `If "where they feel something" moves prices, it's testable. Where is the test?`,
            upvoters: [ines],
            replies: [
              {
                author: ines,
                hoursAfter: 3,
                text: "Parts exist. Time-series momentum over one to twelve months is among the better documented effects there are, across asset classes. A moving-average crossover is a clumsy way of holding it. Candle shapes: I know of nothing that survives a correction for the number tried.",
                upvoters: [tobias, delta, qubit, priya, mara],
                replies: [
                  {
                    author: grad,
                    hoursAfter: 3.5,
                    text: "Okay, momentum I concede. That's statistics in a chart costume.",
                    upvoters: [ines, tobias],
                  },
                ],
              },
            ],
          },
          {
            author: delta,
            hoursAfter: 2,
            text: "Easy to say for someone who never had a position.",
            upvoters: [leo],
            downvoters: [ines, qubit],
            replies: [
              {
                author: grad,
                hoursAfter: 2.2,
                text: "Easy to have a position if you never had a control group.",
                upvoters: [qubit, carl],
                downvoters: [delta, tobias],
                replies: [
                  {
                    author: delta,
                    hoursAfter: 2.3,
                    text: "My control group is the people who used to trade against me.",
                    upvoters: [leo, sato],
                    downvoters: [grad, ines],
                    replies: [
                      {
                        author: grad,
                        hoursAfter: 2.5,
                        text: "Survivors giving advice, name a more iconic bias.",
                        downvoters: [delta, tobias, leo],
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
        author: leo,
        hoursAfter: 4,
        text: "I draw lines for a living. I've never seen one straight line in those charts that wasn't put there by somebody who needed it.",
        upvoters: [qubit, grad, mara, noor, tobias, priya],
      },
      {
        author: admin,
        hoursAfter: 9,
        text: "Closing this one. @ines_okafor answered the question at hour three and it was conceded at half past. Along the way, two of you wrote four comments about each other. No hard feelings, no deletions. If somebody wants to test a named pattern properly, open a new post with the data and I will pin a medal on it.",
        upvoters: [ines, tobias, mara, priya, grad, delta],
      },
    ],
  },
  {
    author: noor,
    category: "trading",
    title: "Why do so many large moves happen on Sunday evening?",
    tags: ["liquidity", "market structure"],
    hoursAgo: 116,
    content: `I am writing about thin hours and want to be told what I have wrong before an editor does.

What I have: crypto trades all week, banks do not. From Friday night to Monday morning a market maker cannot move euros between venues, so he quotes smaller. I compared the depth within 0.5% of the mid on two large venues for twelve weeks: Sunday 20:00 to 23:00 UTC has about **45%** of the depth of a Tuesday afternoon. So the same order moves the price roughly twice as far.

What I do not have: whether stablecoins have made this better over the years, and whether "same order, twice the move" is a fair sentence.`,
    upvoters: [tobias, delta, ines, mara],
    comments: [
      {
        author: delta,
        hoursAfter: 0.9,
        text: 'Fair for small orders. For large ones impact grows like the square root of size over volume, so half the liquidity gives 1.4x. Write "noticeably further".',
        upvoters: [noor, ines, qubit],
        replies: [
          {
            author: noor,
            hoursAfter: 1.5,
            text: '"Noticeably" it is. It is also a word that no reader can sue over.',
            upvoters: [delta, tobias, admin],
          },
        ],
      },
      {
        author: tobias,
        hoursAfter: 5,
        text: 'Add the futures. When the regulated ones reopen on Sunday evening, chart people wait for the "gap" to close. So thin books meet a crowd with one idea at one hour.',
        upvoters: [noor, delta],
      },
      {
        author: ines,
        hoursAfter: 19,
        text: "Please check the tail as well as the average. Twelve weeks is twelve Sunday evenings. If two of them were holidays, 45% could easily be 50%.",
        upvoters: [noor, priya],
        replies: [
          {
            author: noor,
            hoursAfter: 44,
            text: 'One was. Without it: 47%. The piece will say "a little under half". Thank you, all three.',
            upvoters: [ines, tobias, delta, mara],
          },
        ],
      },
    ],
  },
  {
    author: yuki,
    category: "trading",
    title: "Your trading bot's key can lose everything without being able to withdraw",
    tags: ["security", "api keys", "bots"],
    hoursAgo: 1256,
    content: `"The key has no withdrawal right, so the worst case is bad trades." Exactly, and bad trades are a withdrawal. With trade permission only, a thief picks a pair nobody trades, puts his own orders in the empty book, and has your account buy from him at ten times the price. Your balance leaves through the order book.

What I ask for when I look at somebody's setup:

1. Key bound to fixed addresses. If the venue can't do that, a sub-account with only what the bot needs.
2. Pairs restricted, where the venue allows it.
3. The key is in no repository, no container image, no log. Search the *history*:

\`\`\`bash
git log -p --all -S'api_secret' -- . | head -40
\`\`\`

4. One key per bot, named, with a date. You want to revoke one thing at three in the morning, not guess among six called "test".
5. An alarm on "traded a pair that is not in my list". It takes ten lines and it's the only one that would have fired in the cases I've seen.`,
    upvoters: [delta, mara, carl, admin, grad, ines],
    comments: [
      {
        author: delta,
        hoursAfter: 3,
        text: 'I had six called "test".',
        upvoters: [yuki, admin, tobias, mara, grad],
        replies: [
          {
            author: delta,
            hoursAfter: 4,
            text: "Two of them belonged to a laptop I sold.",
            upvoters: [yuki, leo, admin, carl, sato],
          },
        ],
      },
    ],
  },
];
