import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** Where returns in DeFi come from. */
export const DEFI_RETURNS: readonly DemoPost[] = [
  {
    author: ines,
    category: "defi",
    title: "Backtest of a range rebalancer: 31% in fees, and where it all went",
    tags: ["liquidity", "backtest", "measurement"],
    hoursAgo: 333,
    content: `A vault advertises "31% APR from fees" on a concentrated position that recentres itself. I rebuilt the rule and ran it over two years of swaps in one large pool, swap by swap, no bars.

| Component | % per year |
|---|---:|
| fees earned | +31.4 |
| loss against holding | -24.6 |
| swaps to recentre | -9.8 |
| gas | -3.1 |
| **sum** | **-6.1** |

The advertised number is true. It is the first row.

The rule, so you can check me:

\`\`\`python
WIDTH = 0.05            # range is +/- 5 % around the centre

def step(price, centre, position):
    if abs(price / centre - 1) <= WIDTH:
        return centre, position
    tokens = position.withdraw(price)
    tokens = swap_to_half(tokens, price, fee=0.003)   # pays the pool fee
    return price, deposit(tokens, price * (1 - WIDTH), price * (1 + WIDTH))
\`\`\`

What I did not model: other people's liquidity reacting to mine (fine at 200,000, wrong at 20 million), failed transactions, and sandwiching of the recentring swap, which would make it worse.

Code and data on request. If you find a bug I would much rather hear it here than read it in two years.`,
    upvoters: [delta, mara, tobias, grad, qubit, noor],
    comments: [
      {
        author: mara,
        hoursAfter: 4,
        text: "Why swap at all? When price leaves the range you hold one asset. Put it back one-sided, just outside the price, and let the market do the swap while paying *you* the fee. Several vaults do this. Your third row is a property of your rule rather than of rebalancing.",
        upvoters: [delta, grad, priya],
        replies: [
          {
            author: ines,
            hoursAfter: 5,
            text: "That is a good point and I did not consider it. Give me a day.",
            upvoters: [mara],
            replies: [
              {
                author: ines,
                hoursAfter: 31,
                text: "Rerun with one-sided deposits:\n\n| Component | before | now |\n|---|---:|---:|\n| fees | +31.4 | +31.4 |\n| loss against holding | -24.6 | -27.0 |\n| swaps | -9.8 | -2.2 |\n| gas | -3.1 | -3.1 |\n| **sum** | **-6.1** | **-0.9** |\n\n(The fees happen to agree to the first decimal; I checked twice because I did not believe it either.) So I was wrong to take the third row as given. You wait longer in one asset, which shows in the second row. Conclusion now: roughly zero, with work.",
                upvoters: [mara, delta, tobias, priya, yuki],
                replies: [
                  {
                    author: tobias,
                    hoursAfter: 33,
                    text: '"Roughly zero, with work" also describes the vineyard.',
                    upvoters: [ines, mara, admin, leo, delta, carl],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: delta,
        hoursAfter: 6,
        text: "Hedge the delta and row two halves. Then funding eats it. Seen this film.",
        upvoters: [ines],
      },
    ],
  },
  {
    author: tobias,
    category: "defi",
    title: "Lending protocols, explained by someone who used to make the margin calls",
    tags: ["lending", "liquidation", "risk"],
    hoursAgo: 1812,
    content: `On the desk I had a telephone, and when a client's margin ran short I rang him. Some cried, some lied, one offered me a boat. A lending protocol has no telephone. Otherwise it is the same trade, and people who have never met a margin call underestimate it in the same three ways.

## The health factor is a distance, measured in the wrong unit

$$H = \\frac{\\sum_i c_i \\, p_i \\, \\theta_i}{D}$$

Collateral amounts $c_i$ at prices $p_i$, thresholds $\\theta_i$, debt $D$. Ten ether at 2,000, threshold 0.8, debt 12,000: $H = 1.33$. It sounds like room. Turn it into a price:

$$p^{*} = \\frac{D}{c\\,\\theta} = \\frac{12000}{10 \\cdot 0.8} = 1500$$

25% away. Now ask how often your asset has fallen 25% in a week. Look it up, do not guess. That is your distance, in units of *weeks you have seen*.

## The penalty is paid when you are weakest

At 1,500 a liquidator repays half the debt, 6,000, and takes collateral worth 6,300 at a 5% bonus. You are left with 8,700 against 6,000. $H$ is 1.16. You have paid 300 for the privilege of being 14% from the next one.

A desk did that more gently. Not out of kindness: we wanted the client back.

## Everybody has the same stop

My clients had different margins, different brokers, different wives. On a protocol the liquidation prices are public and they cluster at round health factors, because the interface turns yellow at 1.5 and red at 1.2. Selling at those levels triggers the next level. We used to pay people to find out where the stops were.

## Rules I would give my son

1. Set your own margin call at twice the protocol's distance, and obey it.
2. Keep the repayment asset **in the wallet**, approved, before you need it. In a fast market you compete for block space with everybody else who is late.
3. Borrow against what you would be content to sell at $p^{*}$. If you would not sell it there, you should not pledge it there.
4. Never loop. If you must loop, write down the number of steps to unwind and the gas for each.

The boat, by the way, was mortgaged.`,
    upvoters: [delta, mara, ines, noor, carl, sato, admin, priya, leo],
    comments: [
      {
        author: delta,
        hoursAfter: 40,
        text: "Rule 2 alone would have saved me five figures once.",
        upvoters: [tobias, sato],
      },
      {
        author: mara,
        hoursAfter: 44,
        text: "One detail: the half is a maximum on several protocols and rises to the whole position once $H$ falls below some lower bound, 0.95 for example. So in a gap you may not get the gentle version.",
        upvoters: [tobias, yuki, delta],
        replies: [
          {
            author: tobias,
            hoursAfter: 50,
            text: "Quite right, and a gap is the only time it matters. Thank you.",
            upvoters: [mara],
          },
        ],
      },
    ],
  },
];
