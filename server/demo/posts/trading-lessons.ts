import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** Lessons from backtests and trading desks. */
export const TRADING_LESSONS: readonly DemoPost[] = [
  {
    author: ines,
    category: "trading",
    title: "Five places where your backtest looks into the future",
    tags: ["backtest", "look-ahead", "python"],
    hoursAgo: 562,
    content: `People send me equity curves. I no longer look at the curve first. I look for these, in order of how often I find them.

**1. The bar's close decides and the bar's close fills.** You cannot know the close and trade at it.

\`\`\`python
signal = (df.close > df.close.rolling(50).mean()).astype(int)
wrong = signal * df.close.pct_change()
right = signal.shift(1) * df.close.pct_change()
\`\`\`

Run both. If the difference is larger than the profit, you may stop reading.

**2. Scaling with all of history.** \`(x - x.mean()) / x.std()\` over the whole file tells January what December looked like. Use an expanding window, or fit the scaler on the training part only.

**3. Today's list of assets.** Testing on the fifty largest coins *of now* means testing on fifty that survived. In my own data, a do-nothing portfolio of today's fifty beats the same portfolio of the fifty from back then by 38 points a year. That is what selection alone is worth.

**4. Revised data.** Volumes get corrected, funding rates get restated, a delisted pair is removed from the history altogether. Store what you downloaded and the day you downloaded it.

**5. You.** You know which year crashed. Every parameter you "tried for robustness" was chosen by someone who knows. Count the variants. With $n$ independent useless strategies the best in-sample $t$-value is about $\\sqrt{2 \\ln n}$: for 200 variants, 3.3.

A check that finds most of these without reading any code: delay every signal by one extra bar. A real edge gets somewhat worse. A leak collapses.`,
    upvoters: [delta, tobias, grad, mara, qubit, noor, priya],
    comments: [
      {
        author: delta,
        hoursAfter: 2,
        text: "6. Fills. You assume your limit order fills when price touches it. It fills when price goes *through* it. The ones you miss are the winners.",
        upvoters: [ines, tobias, mara, grad],
        replies: [
          {
            author: ines,
            hoursAfter: 3,
            text: "Yes. I left it out because it is optimism rather than look-ahead, but it costs people more than 2 and 4 together.",
            upvoters: [delta],
          },
        ],
      },
      {
        author: tobias,
        hoursAfter: 7,
        text: "We had a junior whose test made 400% a year. He had the dates in American order and the prices in European order. So on the third of April he knew the fourth of March, which does not help, and on the fourth of March he knew the third of April, which does.",
        upvoters: [ines, delta, admin, leo, noor, grad],
      },
    ],
  },
  {
    author: tobias,
    category: "trading",
    title: "What eleven years on a desk taught me about stops",
    tags: ["stops", "risk", "discipline"],
    hoursAgo: 1956,
    content: `I left the desk with a bad knee and about a dozen opinions. These are the ones on stops.

- **A stop is a sentence you write while calm**, to be read by someone who is not. Write it before the order. If you cannot say where you are wrong, you have no trade, you have a mood.
- **Put it where the idea is wrong, then choose the size.** Most people choose the size and then put the stop where the loss is bearable. The market does not know what you can bear.
- **Round numbers are where everybody's stop is.** Being three ticks beyond them costs three ticks. Being on them costs the position.
- **A stop order is a market order that has not happened yet.** In a gap you get the next price, whatever it is. I have been filled 9% away from my level on a Sunday night. If you cannot live with that, you need an option or a smaller position. A tighter stop makes it more likely.
- **Moving a stop away from the price is a new trade**, and should need the same paperwork. On our desk you had to walk to the risk manager and say it aloud. Nobody ever finished the sentence.
- **Time is a stop too.** If it was going to happen this week and did not, you were wrong about something.

The best trader I sat next to was stopped out on six trades of ten. I did the accounts one year: his average loss was 0.8 and his average win 2.1, in the same units.

$$0.4 \\cdot 2.1 - 0.6 \\cdot 0.8 = 0.36$$

per trade, after being wrong most of the time. He had no opinion about the market whatever. He collected stamps.`,
    upvoters: [delta, noor, carl, sato, ines, admin, leo],
    comments: [
      {
        author: delta,
        hoursAfter: 20,
        text: "Agree on five of six. Time stops cut my best months. Some ideas are early.",
        upvoters: [grad],
        replies: [
          {
            author: tobias,
            hoursAfter: 23,
            text: '"Early" is what we called it as well. It had its own column.',
            upvoters: [delta, admin, noor, leo, ines],
          },
        ],
      },
    ],
  },
  {
    author: grad,
    category: "trading",
    title:
      "I trained a small transformer on order book data and got R² = 0.31 out of sample (edit: I didn't)",
    tags: ["machine learning", "order book", "leakage"],
    hoursAgo: 47,
    content: `40 levels, 100 ms snapshots, three weeks of one perp. 6 layers, 4 million parameters, predicts the mid return over the next 10 seconds. Windows of 100 steps, 80/20 split. **R² 0.31 on the held-out windows.** The GPU sounded proud.

I know what that number means if true. I also know it isn't true. I've read the code four times and can't find it. Help?

\`\`\`python
windows = make_windows(book, length=100, stride=1)
train, test = train_test_split(windows, test_size=0.2, random_state=7)
\`\`\`

**Edit:** found, see below. It's 0.008. Leaving this up as a public service.`,
    upvoters: [ines, delta, tobias, mara, qubit, yuki, admin, noor],
    comments: [
      {
        author: ines,
        hoursAfter: 0.4,
        text: "Stride 1 and a *shuffled* split. A test window overlaps its training neighbours in 99 of 100 steps, and their targets share 99% of the same 10 seconds. It is remembering.",
        upvoters: [delta, mara, qubit, grad, tobias],
        replies: [
          {
            author: grad,
            hoursAfter: 0.6,
            text: "Four readings. FOUR. `train_test_split` shuffles by default and I teach that lab session.",
            upvoters: [ines, admin, sato, leo, mara, delta],
            replies: [
              {
                author: ines,
                hoursAfter: 0.9,
                text: "Split by day, and leave out a gap of at least window plus horizon, 20 seconds here, between the parts. Then tell us what is left.",
                upvoters: [grad, delta],
                replies: [
                  {
                    author: grad,
                    hoursAfter: 11,
                    text: "Last four days held out, one-minute gap: **0.008**. A linear model on the top-level imbalance gets 0.006. So 4 million parameters bought me 0.002.",
                    upvoters: [ines, qubit, delta, tobias],
                    replies: [
                      {
                        author: delta,
                        hoursAfter: 12,
                        text: "0.008 isn't nothing. That's a correlation of 0.09 every ten seconds. What is your fee.",
                        upvoters: [tobias, ines],
                        replies: [
                          {
                            author: grad,
                            hoursAfter: 12.5,
                            text: "5 bp to take. Ten-second volatility is about 3 bp, so the typical forecast is a quarter of one basis point.",
                            replies: [
                              {
                                author: delta,
                                hoursAfter: 12.7,
                                text: "Then it's nothing. Use it to decide *when* to place an order you were going to place anyway.",
                                upvoters: [grad, ines, tobias, mara],
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
        ],
      },
      {
        author: qubit,
        hoursAfter: 16,
        text: `"I also know it isn't true" is the most employable sentence I've read this month.`,
        upvoters: [grad, ines, tobias, noor],
      },
    ],
  },
];
