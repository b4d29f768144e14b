import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** Long posts with formulas, code and measurements. */
export const DEFI_ESSAYS: readonly DemoPost[] = [
  {
    author: delta,
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
    upvoters: [tobias, ines, mara, grad, priya, qubit, yuki, noor],
    downvoters: [leo],
    comments: [
      {
        author: ines,
        hoursAfter: 2,
        text: "A correction to the break-even line. $u$ includes the arbitrageurs' own volume, and $\\sigma^2/8$ is derived for a pool *without* fees. With a fee the arbitrageur waits until the gap exceeds it, so the bleed is smaller than $\\sigma^2/8$, and part of what remains comes back as fees. Your condition is stricter than break-even.",
        upvoters: [mara, priya, grad, tobias],
        replies: [
          {
            author: delta,
            hoursAfter: 2.6,
            text: "How much stricter.",
            replies: [
              {
                author: ines,
                hoursAfter: 9,
                text: "It depends on block time. With 12-second blocks and $\\sigma$ = 80%, one block's move is $0.8/\\sqrt{2.63 \\times 10^6} \\approx 0.05\\%$. Against a 0.3% fee most blocks see no arbitrage at all, and a rough simulation gives me about 10% of the feeless bleed. At a 0.05% fee about 40%. I would not defend the second digit.",
                upvoters: [delta, mara, qubit, priya],
                replies: [
                  {
                    author: delta,
                    hoursAfter: 10,
                    text: "Then my filter throws away good pools. Rerunning all thirty with yours. Beer owed.",
                    upvoters: [ines, tobias, mara, admin, grad],
                    replies: [
                      {
                        author: delta,
                        hoursAfter: 49,
                        text: "Five pass instead of two. The three new ones are all 0.3% pools with sleepy flow. Leaving the post as it was so the mistake stays readable.",
                        upvoters: [ines, yuki, priya, noor],
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
        hoursAfter: 12,
        text: "I downvoted because I've been happily calling it impermanent for a year and you've ruined it.",
        upvoters: [delta, sato, tobias, admin],
      },
      {
        author: sato,
        hoursAfter: 14,
        text: "What is a straddle?",
        upvoters: [leo],
        replies: [
          {
            author: tobias,
            hoursAfter: 15,
            text: "You sell insurance against the price going up and against it going down. Nothing happens, you keep the premiums. Anything happens, you pay. A weather insurer for a village where it never rains, until the spring it does.",
            upvoters: [sato, leo, noor, delta],
          },
        ],
      },
    ],
  },
  {
    author: yuki,
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

**The attack**, with an 18-decimal token:

1. Attacker deposits 1 wei, receives 1 share.
2. Attacker *transfers* 10,000 tokens to the vault, no deposit.
3. Victim deposits 19,999 tokens. Shares: $\\lfloor 19999 \\cdot 1 / 10000 \\rfloor = 1$.
4. Two shares, 29,999 tokens. Attacker redeems 14,999.5. Profit 4,999.5, paid by the victim.

**Why the usual answers fall short**

- *"We check that shares are not zero."* The victim got one share. The check passes.
- *"The deployer deposits first."* In the same transaction as the deployment? Not in any of the three: each used a script that ran later.
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
    upvoters: [mara, priya, leo, delta, admin, grad],
    comments: [
      {
        author: leo,
        hoursAfter: 3,
        text: "I wrote a vault for a collective of nine illustrators and it's *exactly* your first block of code. Nobody has deposited yet. Going to be sick, then going to fix it.",
        upvoters: [yuki, mara, sato, admin],
        replies: [
          {
            author: yuki,
            hoursAfter: 3.4,
            text: "If nobody has deposited, you're the first depositor, and this is a five-line change. Send me the diff before you deploy, I'll read it for nothing.",
            upvoters: [leo, priya, carl, admin, noor],
            replies: [
              {
                author: leo,
                hoursAfter: 28,
                text: "Sent. And deployed after your two comments. The second one, about the `+ 1` being on the assets and not on the shares, would have got me.",
                upvoters: [yuki],
              },
            ],
          },
        ],
      },
      {
        author: grad,
        hoursAfter: 8,
        text: "Where does 3,999,800 come from? I get 1,999,900 shares.",
        replies: [
          {
            author: yuki,
            hoursAfter: 8.8,
            text: "You left out the attacker's own shares. With the offset, the 1 wei deposit mints $10^6$ shares, so the numerator uses $2 \\times 10^6$: $19999 \\cdot 2 \\times 10^6 / 10000 = 3{,}999{,}800$.",
            upvoters: [grad, priya],
          },
        ],
      },
    ],
  },
];
