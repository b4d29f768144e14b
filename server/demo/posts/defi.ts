import type { DemoPost } from "../types.ts";
import { DEFI_THREADS } from "./defi-threads.ts";

/** Longer posts with formulas, code and measurements. */
const DEFI_ESSAYS: readonly DemoPost[] = [
  {
    author: "deltaneutral",
    category: "defi",
    title: "Providing liquidity is selling a straddle and being paid in tips",
    tags: ["amm", "impermanent loss", "options", "lvr"],
    hoursAgo: 641,
    content: `Nobody who sells options calls the loss "impermanent". Short version first: an LP is short volatility. Fees are the premium. Price it or skip it.

## The payoff

Constant product, $xy = k$, no fees. Let $r$ be the price ratio since you entered. Pool value against just holding:

$$\\frac{V_{LP}}{V_{hold}} = \\frac{2\\sqrt{r}}{1 + r}$$

| Price move | $r$ | Against holding |
|---|---:|---:|
| +25% | 1.25 | -0.6% |
| +50% | 1.5 | -2.0% |
| double | 2 | -5.7% |
| halve | 0.5 | -5.7% |
| x4 | 4 | -20.0% |
| x5 | 5 | -25.5% |

Symmetric in $\\log r$. Loses both ways. Concave. That's a short straddle with a smile drawn on.

## The premium you should ask for

Endpoints mislead: price can go up, come back, and the table says zero. Meanwhile arbitrageurs took a cut at every step. Rebalancing against them costs you, per unit of time,

$$\\text{bleed} = \\frac{\\sigma^2}{8}$$

of pool value. Same number from the other side: with no drift, $E[\\sqrt{r}] = e^{-\\sigma^2 T/8}$.

- $\\sigma$ = 40%: 2.0% a year
- $\\sigma$ = 60%: 4.5%
- $\\sigma$ = 80%: 8.0%
- $\\sigma$ = 120%: 18.0%

## Break-even in one line

Fee $f$, daily volume over pool value $u$:

$$365 \\cdot f \\cdot u \\ge \\frac{\\sigma^2}{8}$$

At 80% vol and a 0.3% fee, $u$ must be 7.3%. If the pool turns over 7.3% of itself every day you're even with someone who held and hedged. Even. Before gas, before your time.

\`\`\`python
def breakeven_turnover(sigma: float, fee: float) -> float:
    """Daily volume / TVL at which fees pay for the bleed."""
    return sigma**2 / 8 / fee / 365

breakeven_turnover(0.80, 0.003)   # 0.0731
breakeven_turnover(0.80, 0.0005)  # 0.4384
\`\`\`

## Concentrated ranges

Same thing with leverage. A narrow range multiplies fees and bleed by about the same factor, then goes out of the money and you hold the worse asset. Capital efficiency cuts both ways. People quote one.

## "But the pool pays incentives"

Good. Then it's a subsidised short straddle. Write the subsidy in its own column, in a unit you'd accept as wages, with an end date. When the column ends, so does the position. Most people stay for the scenery.

## "But I like both assets"

Then you like them in the proportion the market likes them least. The pool sells what goes up and buys what goes down, without asking. If that's the portfolio you want, fine. A rebalanced 50/50 does it too, at times you choose.

## What I do

1. Implied vol from the options market. Not last month's.
2. Turnover from the pool, median of 30 days. Means are lies in this data.
3. If fees beat bleed by 1.5x, LP and hedge delta daily. Otherwise sell the straddle directly. Cleaner margin.

Right now, two pools out of the thirty I track pass. Not naming them. Not advice.`,
    upvoters: [
      "tobias.keller",
      "ines_okafor",
      "mara_lindqvist",
      "gradient_descent",
      "priya_raman",
      "qubitwrangler",
      "yuki_tanaka",
      "noor_haddad",
    ],
    downvoters: ["leo.marchetti"],
    comments: [
      {
        author: "ines_okafor",
        hoursAfter: 2,
        text: "A correction to the break-even line. $u$ includes the arbitrageurs' own volume, and $\\sigma^2/8$ is derived for a pool *without* fees. With a fee the arbitrageur waits until the gap exceeds it, so the bleed is smaller than $\\sigma^2/8$, and part of what remains comes back as fee. Your condition is stricter than break-even.",
        upvoters: ["mara_lindqvist", "priya_raman", "gradient_descent", "tobias.keller"],
        replies: [
          {
            author: "deltaneutral",
            hoursAfter: 2.6,
            text: "How much stricter.",
            replies: [
              {
                author: "ines_okafor",
                hoursAfter: 9,
                text: "It depends on block time. With 12-second blocks and $\\sigma$ = 80%, one block's move is $0.8/\\sqrt{2.63 \\times 10^6} \\approx 0.05\\%$. Against a 0.3% fee most blocks see no arbitrage at all, and a rough simulation gives me about 10% of the feeless bleed. At a 0.05% fee about 40%. I would not defend the second digit.",
                upvoters: ["deltaneutral", "mara_lindqvist", "qubitwrangler", "priya_raman"],
                replies: [
                  {
                    author: "deltaneutral",
                    hoursAfter: 10,
                    text: "Then my filter throws away good pools. Rerunning all thirty with yours. Beer owed.",
                    upvoters: ["ines_okafor", "tobias.keller", "mara_lindqvist", "admin", "gradient_descent"],
                    replies: [
                      {
                        author: "deltaneutral",
                        hoursAfter: 49,
                        text: "Five pass instead of two. The three new ones are all 0.3% pools with sleepy flow. Leaving the post as it was so the mistake stays readable.",
                        upvoters: ["ines_okafor", "yuki_tanaka", "priya_raman", "noor_haddad"],
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
        hoursAfter: 12,
        text: "I downvoted because I've been happily calling it impermanent for a year and you've ruined it.",
        upvoters: ["deltaneutral", "satoshis_intern", "tobias.keller", "admin"],
      },
      {
        author: "satoshis_intern",
        hoursAfter: 14,
        text: "What is a straddle?",
        upvoters: ["leo.marchetti"],
        replies: [
          {
            author: "tobias.keller",
            hoursAfter: 15,
            text: "You sell insurance against the price going up and against it going down. Nothing happens, you keep the premiums. Anything happens, you pay. A weather insurer for a village where it never rains, until the spring it does.",
            upvoters: ["satoshis_intern", "leo.marchetti", "noor_haddad", "deltaneutral"],
          },
        ],
      },
    ],
  },
  {
    author: "yuki_tanaka",
    category: "defi",
    title: "Review notes: the first depositor of an ERC-4626 vault, once more",
    tags: ["erc-4626", "solidity", "audit", "rounding"],
    hoursAgo: 151,
    content: `Third vault this quarter with the same finding, so I'm writing it down where I can link to it.

\`\`\`solidity
function convertToShares(uint256 assets) public view returns (uint256) {
    uint256 supply = totalSupply();
    return supply == 0 ? assets : assets * supply / totalAssets();
}

function totalAssets() public view returns (uint256) {
    return asset.balanceOf(address(this)); // anyone can change this
}
\`\`\`

**The attack**, with a token of 18 decimals:

1. Attacker deposits 1 wei, receives 1 share.
2. Attacker *transfers* 10,000 tokens to the vault, no deposit.
3. Victim deposits 19,999 tokens. Shares: $\\lfloor 19999 \\cdot 1 / 10000 \\rfloor = 1$.
4. Two shares, 29,999 tokens. Attacker redeems 14,999.5. Profit 4,999.5, paid by the victim.

**Why the usual answers fall short**

- *"We check that shares are not zero."* The victim got one share. The check passes.
- *"The deployer deposits first."* In the same transaction as the deployment? In each of the three: no, in a script run later.
- *"We track assets internally."* That stops the donation. Yield that arrives as a plain transfer is then never counted, which is a different finding.

**What I recommend**: virtual shares.

\`\`\`solidity
uint256 private constant OFFSET = 10 ** 6;

function convertToShares(uint256 assets) public view returns (uint256) {
    return assets * (totalSupply() + OFFSET) / (totalAssets() + 1);
}

function convertToAssets(uint256 shares) public view returns (uint256) {
    return shares * (totalAssets() + 1) / (totalSupply() + OFFSET);
}
\`\`\`

Same attack, same numbers: the victim receives about 3,999,800 shares and can redeem 19,999 tokens less dust. The attacker gets back about 5,000 of the 10,000 donated. The rest belongs to shares nobody holds.

Users should still pass a minimum number of shares. The standard's \`deposit\` has no such parameter, so put it in the router.`,
    upvoters: ["mara_lindqvist", "priya_raman", "leo.marchetti", "deltaneutral", "admin", "gradient_descent"],
    comments: [
      {
        author: "leo.marchetti",
        hoursAfter: 3,
        text: "I wrote a vault for a collective of nine illustrators and it's *exactly* your first block of code. Nobody has deposited yet. Going to be sick, then going to fix it.",
        upvoters: ["yuki_tanaka", "mara_lindqvist", "satoshis_intern", "admin"],
        replies: [
          {
            author: "yuki_tanaka",
            hoursAfter: 3.4,
            text: "Nobody has deposited: then you're the first depositor and this is a five-line change. Send me the diff before you deploy, I'll read it for nothing.",
            upvoters: ["leo.marchetti", "priya_raman", "coldstorage_carl", "admin", "noor_haddad"],
            replies: [
              {
                author: "leo.marchetti",
                hoursAfter: 28,
                text: "Sent. And deployed after your two comments. The second one, about the `+ 1` being on the assets and not on the shares, would have got me.",
                upvoters: ["yuki_tanaka"],
              },
            ],
          },
        ],
      },
      {
        author: "gradient_descent",
        hoursAfter: 8,
        text: "Where does 3,999,800 come from? I get 1,999,900 shares.",
        replies: [
          {
            author: "yuki_tanaka",
            hoursAfter: 8.8,
            text: "You left out the attacker's own shares. With the offset, the 1 wei deposit mints $10^6$ shares, so the numerator uses $2 \\times 10^6$: $19999 \\cdot 2 \\times 10^6 / 10000 = 3{,}999{,}800$.",
            upvoters: ["gradient_descent", "priya_raman"],
          },
        ],
      },
    ],
  },
  {
    author: "ines_okafor",
    category: "defi",
    title: "Backtest of a range rebalancer: 31% in fees, and where it all went",
    tags: ["liquidity", "backtest", "measurement"],
    hoursAgo: 333,
    content: `A vault advertises "31% APR from fees" on a concentrated position that recentres itself. I rebuilt the rule and ran it over two years of swaps of one large pool, swap by swap, no bars.

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
    upvoters: [
      "deltaneutral",
      "mara_lindqvist",
      "tobias.keller",
      "gradient_descent",
      "qubitwrangler",
      "noor_haddad",
    ],
    comments: [
      {
        author: "mara_lindqvist",
        hoursAfter: 4,
        text: "Why swap at all? When price leaves the range you hold one asset. Put it back one-sided, just outside the price, and let the market do the swap while paying *you* the fee. Several vaults do this. Your third row is a property of your rule rather than of rebalancing.",
        upvoters: ["deltaneutral", "gradient_descent", "priya_raman"],
        replies: [
          {
            author: "ines_okafor",
            hoursAfter: 5,
            text: "That is a good point and I did not consider it. Give me a day.",
            upvoters: ["mara_lindqvist"],
            replies: [
              {
                author: "ines_okafor",
                hoursAfter: 31,
                text: "Rerun with one-sided deposits:\n\n| Component | before | now |\n|---|---:|---:|\n| fees | +31.4 | +31.4 |\n| loss against holding | -24.6 | -27.0 |\n| swaps | -9.8 | -2.2 |\n| gas | -3.1 | -3.1 |\n| **sum** | **-6.1** | **-0.9** |\n\n(Fees agree by accident to the first decimal; I checked twice because I did not believe it either.) So I was wrong about the main cost being unavoidable. You wait longer in one asset, which shows in the second row. Conclusion now: roughly zero, with work.",
                upvoters: ["mara_lindqvist", "deltaneutral", "tobias.keller", "priya_raman", "yuki_tanaka"],
                replies: [
                  {
                    author: "tobias.keller",
                    hoursAfter: 33,
                    text: '"Roughly zero, with work" also describes the vineyard.',
                    upvoters: [
                      "ines_okafor",
                      "mara_lindqvist",
                      "admin",
                      "leo.marchetti",
                      "deltaneutral",
                      "coldstorage_carl",
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: "deltaneutral",
        hoursAfter: 6,
        text: "Hedge the delta and row two halves. Then funding eats it. Seen this film.",
        upvoters: ["ines_okafor"],
      },
    ],
  },
  {
    author: "tobias.keller",
    category: "defi",
    title: "Lending protocols, explained by someone who used to make the margin calls",
    tags: ["lending", "liquidation", "risk"],
    hoursAgo: 1812,
    content: `On the desk I had a telephone, and when a client's margin ran short I rang him. Some cried, some lied, one offered me a boat. A lending protocol has no telephone. Otherwise it is the same trade, and people who never met a margin call underestimate it in the same three ways.

## The health factor is a distance, measured in the wrong unit

$$H = \\frac{\\sum_i c_i \\, p_i \\, \\theta_i}{D}$$

Collateral amounts $c_i$ at prices $p_i$, thresholds $\\theta_i$, debt $D$. Ten ether at 2,000, threshold 0.8, debt 12,000: $H = 1.33$. It sounds like room. Turn it into a price:

$$p^{*} = \\frac{D}{c\\,\\theta} = \\frac{12000}{10 \\cdot 0.8} = 1500$$

25% away. Now ask how often your asset has fallen 25% in a week. Look it up, do not guess. That is your distance, in units of *weeks you have seen*.

## The penalty is paid when you are weakest

At 1,500 a liquidator repays half the debt, 6,000, and takes collateral worth 6,300 at a 5% bonus. You are left with 8,700 against 6,000. $H$ is 1.16. You have paid 300 for the privilege of being 14% from the next one.

A desk did that more gently. Not from kindness: we wanted the client back.

## Everybody has the same stop

My clients had different margins, different brokers, different wives. On a protocol the liquidation prices are public and they cluster at round health factors, because the interface turns yellow at 1.5 and red at 1.2. Selling at those levels triggers the next level. We used to pay people to find out where the stops were.

## Rules I would give my son

1. Set your own margin call at twice the protocol's distance, and obey it.
2. Keep the repayment asset **in the wallet**, approved, before you need it. In a fast market you compete for block space with everybody else who is late.
3. Borrow against what you would be content to sell at $p^{*}$. If you would not sell it there, you should not pledge it there.
4. Never loop. If you must loop, write down the number of steps to unwind and the gas for each.

The boat, by the way, was mortgaged.`,
    upvoters: [
      "deltaneutral",
      "mara_lindqvist",
      "ines_okafor",
      "noor_haddad",
      "coldstorage_carl",
      "satoshis_intern",
      "admin",
      "priya_raman",
      "leo.marchetti",
    ],
    comments: [
      {
        author: "deltaneutral",
        hoursAfter: 40,
        text: "Rule 2 alone would have saved me five figures once.",
        upvoters: ["tobias.keller", "satoshis_intern"],
      },
      {
        author: "mara_lindqvist",
        hoursAfter: 44,
        text: "One detail: the half is a maximum on several protocols and rises to the whole position once $H$ falls below some lower bound, 0.95 for example. So in a gap you may not get the gentle version.",
        upvoters: ["tobias.keller", "yuki_tanaka", "deltaneutral"],
        replies: [
          {
            author: "tobias.keller",
            hoursAfter: 50,
            text: "Quite right, and a gap is the only time it matters. Thank you.",
            upvoters: ["mara_lindqvist"],
          },
        ],
      },
    ],
  },
];

export const DEFI_POSTS: readonly DemoPost[] = [...DEFI_ESSAYS, ...DEFI_THREADS];
