import type { DemoPost } from "../types.ts";

/** Questions, short notes and a debate that was locked. */
export const TRADING_THREADS: readonly DemoPost[] = [
  {
    author: "deltaneutral",
    category: "trading",
    title: "Selling weekly strangles works until the week.",
    tags: ["options"],
    hoursAgo: 0.6,
    content:
      "This was the week. Down 4.1 on the month, up 11 on the year. Size was right, so I'm writing this from home.",
    comments: [
      {
        author: "tobias.keller",
        hoursAfter: 0.2,
        text: "The only sentence in it that matters is the last. Cheers.",
        upvoters: ["deltaneutral"],
      },
    ],
  },
  {
    author: "satoshis_intern",
    category: "trading",
    title: "Charged four times without doing anything. What is a funding rate?",
    tags: ["perpetuals", "funding", "beginner"],
    hoursAgo: 20.4,
    content: `I opened a tiny long to learn how it works: 500 position, 50 of my own money. I didn't touch it for a day and a half and the history says *Funding −0.15*, four times.

0.60 isn't going to ruin me. I just want to know who got it, and for what.`,
    upvoters: ["leo.marchetti", "tobias.keller", "deltaneutral", "noor_haddad"],
    comments: [
      {
        author: "deltaneutral",
        hoursAfter: 0.3,
        text: "The shorts got it. Perp has no expiry, so nothing forces it to the spot price. Funding does: perp above spot, longs pay shorts. Yours is 0.03% per 8 h.",
        upvoters: ["satoshis_intern", "ines_okafor", "tobias.keller", "leo.marchetti"],
        replies: [
          {
            author: "satoshis_intern",
            hoursAfter: 0.7,
            text: "0.03% sounds like nothing.",
            replies: [
              {
                author: "deltaneutral",
                hoursAfter: 0.8,
                text: "Three times a day, 365 days: 33% a year. On the position. You put up a tenth of it, so 330% a year on your 50.",
                upvoters: [
                  "satoshis_intern",
                  "ines_okafor",
                  "coldstorage_carl",
                  "noor_haddad",
                  "tobias.keller",
                ],
                replies: [
                  {
                    author: "satoshis_intern",
                    hoursAfter: 1,
                    text: "Closed it. I was renting a car by the minute and leaving it in the garage.",
                    upvoters: [
                      "deltaneutral",
                      "tobias.keller",
                      "leo.marchetti",
                      "admin",
                      "noor_haddad",
                      "ines_okafor",
                    ],
                    replies: [
                      {
                        author: "coldstorage_carl",
                        hoursAfter: 2.2,
                        text: "If you want to own the thing, buy the thing. You can put it on paper and look at it on your birthday.",
                        upvoters: ["satoshis_intern", "noor_haddad"],
                        downvoters: ["deltaneutral"],
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
        author: "noor_haddad",
        hoursAfter: 4,
        text: "A side benefit of knowing this: a high funding rate across venues tells you how many people are paying to be long. I find it a better mood indicator than any survey.",
        upvoters: ["deltaneutral", "ines_okafor", "satoshis_intern"],
        replies: [
          {
            author: "ines_okafor",
            hoursAfter: 6,
            text: "Mood, yes. I tested it for direction over four years of eight-hour data and found nothing that survives costs, apart from the extremes, which are too few to say.",
            upvoters: ["noor_haddad", "deltaneutral", "tobias.keller"],
          },
        ],
      },
    ],
  },
  {
    author: "gradient_descent",
    category: "trading",
    title: "Technical analysis is astrology with a y axis",
    tags: ["technical analysis", "argument"],
    hoursAgo: 1003,
    isLocked: true,
    content: `There, I said it. Head and shoulders, golden crosses, waves with letters. No control group, no error bars, infinite excuses. If a pattern has a name, it has been traded away or it was never there.

Change my mind.`,
    upvoters: ["ines_okafor", "coldstorage_carl", "qubitwrangler", "noor_haddad"],
    downvoters: ["deltaneutral", "leo.marchetti", "tobias.keller", "satoshis_intern"],
    comments: [
      {
        author: "tobias.keller",
        hoursAfter: 0.8,
        text: "I used charts daily for eleven years and never to predict. A chart tells you where other people bought. That is where they will feel something. Would you call a map of the exits astrology?",
        upvoters: ["deltaneutral", "leo.marchetti", "noor_haddad", "admin"],
        replies: [
          {
            author: "gradient_descent",
            hoursAfter: 1.2,
            text: `If "where they feel something" moves prices, it's testable. Where is the test?`,
            upvoters: ["ines_okafor"],
            replies: [
              {
                author: "ines_okafor",
                hoursAfter: 3,
                text: "Parts exist. Time-series momentum over one to twelve months is among the better documented effects there are, across asset classes. A moving-average crossover is a clumsy way of holding it. Candle shapes: I know of nothing that survives a correction for the number tried.",
                upvoters: ["tobias.keller", "deltaneutral", "qubitwrangler", "priya_raman", "mara_lindqvist"],
                replies: [
                  {
                    author: "gradient_descent",
                    hoursAfter: 3.5,
                    text: "Okay, momentum I concede. That's statistics in a chart costume.",
                    upvoters: ["ines_okafor", "tobias.keller"],
                  },
                ],
              },
            ],
          },
          {
            author: "deltaneutral",
            hoursAfter: 2,
            text: "Easy to say for someone who never had a position.",
            upvoters: ["leo.marchetti"],
            downvoters: ["ines_okafor", "qubitwrangler"],
            replies: [
              {
                author: "gradient_descent",
                hoursAfter: 2.2,
                text: "Easy to have a position if you never had a control group.",
                upvoters: ["qubitwrangler", "coldstorage_carl"],
                downvoters: ["deltaneutral", "tobias.keller"],
                replies: [
                  {
                    author: "deltaneutral",
                    hoursAfter: 2.3,
                    text: "My control group is the people who used to trade against me.",
                    upvoters: ["leo.marchetti", "satoshis_intern"],
                    downvoters: ["gradient_descent", "ines_okafor"],
                    replies: [
                      {
                        author: "gradient_descent",
                        hoursAfter: 2.5,
                        text: "Survivors giving advice, name a more iconic bias.",
                        downvoters: ["deltaneutral", "tobias.keller", "leo.marchetti"],
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
        author: "leo.marchetti",
        hoursAfter: 4,
        text: "I draw lines for a living. I've never seen one straight line in those charts that wasn't put there by somebody who needed it.",
        upvoters: [
          "qubitwrangler",
          "gradient_descent",
          "mara_lindqvist",
          "noor_haddad",
          "tobias.keller",
          "priya_raman",
        ],
      },
      {
        author: "admin",
        hoursAfter: 9,
        text: "Closing this one. @ines_okafor answered the question at hour three and it was conceded at half past. What followed was four comments about each other. No hard feelings, no deletions. If somebody wants to test a named pattern properly, open a new post with the data and I will pin a medal on it.",
        upvoters: [
          "ines_okafor",
          "tobias.keller",
          "mara_lindqvist",
          "priya_raman",
          "gradient_descent",
          "deltaneutral",
        ],
      },
    ],
  },
  {
    author: "noor_haddad",
    category: "trading",
    title: "Why do so many large moves happen on Sunday evening?",
    tags: ["liquidity", "market structure"],
    hoursAgo: 116,
    content: `I am writing about thin hours and want to be told what I have wrong before an editor does.

What I have: crypto trades all week, banks do not. From Friday night to Monday morning a market maker cannot move euros between venues, so he quotes smaller. I compared the depth within 0.5% of the mid on two large venues for twelve weeks: Sunday 20:00 to 23:00 UTC has about **45%** of the depth of a Tuesday afternoon. So the same order moves the price roughly twice as far.

What I do not have: whether stablecoins have made this better over the years, and whether "same order, twice the move" is a fair sentence.`,
    upvoters: ["tobias.keller", "deltaneutral", "ines_okafor", "mara_lindqvist"],
    comments: [
      {
        author: "deltaneutral",
        hoursAfter: 0.9,
        text: 'Fair for small orders. For large ones impact grows like the square root of size over volume, so half the liquidity gives 1.4x. Write "noticeably further".',
        upvoters: ["noor_haddad", "ines_okafor", "qubitwrangler"],
        replies: [
          {
            author: "noor_haddad",
            hoursAfter: 1.5,
            text: '"Noticeably" it is. It is also a word that no reader can sue over.',
            upvoters: ["deltaneutral", "tobias.keller", "admin"],
          },
        ],
      },
      {
        author: "tobias.keller",
        hoursAfter: 5,
        text: 'Add the futures. When the regulated ones reopen on Sunday evening, chart people wait for the "gap" to close. So thin books meet a crowd with one idea at one hour.',
        upvoters: ["noor_haddad", "deltaneutral"],
      },
      {
        author: "ines_okafor",
        hoursAfter: 19,
        text: "Please check the tail as well as the average. Twelve weeks is twelve Sunday evenings. If two of them were holidays, 45% could easily be 50%.",
        upvoters: ["noor_haddad", "priya_raman"],
        replies: [
          {
            author: "noor_haddad",
            hoursAfter: 44,
            text: 'One was. Without it: 47%. The piece will say "a little under half". Thank you, all three.',
            upvoters: ["ines_okafor", "tobias.keller", "deltaneutral", "mara_lindqvist"],
          },
        ],
      },
    ],
  },
  {
    author: "yuki_tanaka",
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
    upvoters: [
      "deltaneutral",
      "mara_lindqvist",
      "coldstorage_carl",
      "admin",
      "gradient_descent",
      "ines_okafor",
    ],
    comments: [
      {
        author: "deltaneutral",
        hoursAfter: 3,
        text: 'I had six called "test".',
        upvoters: ["yuki_tanaka", "admin", "tobias.keller", "mara_lindqvist", "gradient_descent"],
        replies: [
          {
            author: "deltaneutral",
            hoursAfter: 4,
            text: "Two of them belonged to a laptop I sold.",
            upvoters: ["yuki_tanaka", "leo.marchetti", "admin", "coldstorage_carl", "satoshis_intern"],
          },
        ],
      },
    ],
  },
];
