import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias } from "./cast.ts";

/** A long post on position sizing. */
export const TRADING_ESSAYS: readonly DemoPost[] = [
  {
    author: delta,
    category: "trading",
    title: "Kelly is a ceiling, not a target",
    tags: ["position sizing", "kelly", "risk", "drawdown"],
    hoursAgo: 231,
    content: `Bio says position sizing is the whole game. Here's the game.

## The formula everyone knows

Bet with odds $b$ to 1, win probability $p$:

$$f^{*} = p - \\frac{1 - p}{b}$$

Continuous version, drift $\\mu$ over cash, volatility $\\sigma$:

$$f^{*} = \\frac{\\mu}{\\sigma^2}, \\qquad g(f) = f\\mu - \\tfrac{1}{2} f^2 \\sigma^2$$

$g$ is the growth rate of your log wealth. A parabola. Top at $f^{*}$, zero at $2f^{*}$, negative after. Past the top, more size means more risk **and** less money. Read that twice.

## The part that kills people

You don't know $\\mu$. Vol 60%, four years of data. Standard error of your drift estimate:

$$\\frac{\\sigma}{\\sqrt{T}} = \\frac{0.60}{\\sqrt{4}} = 30\\%$$

So "my edge is 20% a year" reads "20, plus or minus 30". Say it's really 5:

| You bet | $f$ | Growth you expected | Growth you get |
|---|---:|---:|---:|
| full Kelly on 20% | 0.556 | +5.6% | **-2.8%** |
| half | 0.278 | +4.2% | 0.0% |
| quarter | 0.139 | +2.4% | +0.3% |

Real edge, positive every year, and full size loses money. The strategy was fine. The size was wrong.

## Drawdowns

Probability of *ever* falling to a fraction $x$ of your starting money, betting a share $c$ of Kelly, **edge known exactly**:

$$P(x) = x^{\\,2/c - 1}$$

| | down 50% | down 80% |
|---|---:|---:|
| full | 50% | 20% |
| half | 12.5% | 0.8% |
| quarter | 0.8% | 0.001% |

Half Kelly keeps three quarters of the growth. Cheapest insurance in finance.

## Three objections I get

**"My edge is known, it is arbitrage."** Then your risk is the venue, the bridge, the API at 3 a.m. Put *that* in: lose everything on the venue with probability $q$ a year. At $q$ = 3% and a 10% carry the first formula says 67% of bankroll there. Would you? Then your $q$ isn't 3%.

**"I have a stop, so my loss is capped."** Your stop is a request. Gaps don't read requests. Size for the gap.

**"Quarter Kelly is too slow."** Slower than what? At full size and a doubtful edge the median outcome in the table above is a loss. Slow beats backwards.

## What I do

\`\`\`python
def size(mu_hat: float, se: float, sigma: float, cap: float = 0.25) -> float:
    """Quarter Kelly on a shrunk edge. Zero if the edge is inside the noise."""
    shrunk = mu_hat - 0.5 * se
    if shrunk <= 0:
        return 0.0
    return cap * shrunk / sigma**2
\`\`\`

- The \`0.5 * se\` is a haircut from experience. Not theory.
- Correlated positions are one position. BTC and ETH are one position. "Diversified alts" are one position with worse exits.
- Size down on the way down. Equity is the input. Nobody does this from memory, so it's in the code.

Blew up once, in my second year. 1.6 times Kelly on an edge that was real. I have the spreadsheet framed.

Not advice. Arithmetic.`,
    upvoters: [tobias, ines, mara, qubit, grad, noor, sato, carl, priya, leo, admin],
    comments: [
      {
        author: grad,
        hoursAfter: 1.1,
        text: "Isn't Kelly the bet that maximises expected wealth? Then going lower is leaving money on the table by definition.",
        replies: [
          {
            author: ines,
            hoursAfter: 1.6,
            text: "A common mix-up. It maximises expected *log* wealth, which for long runs means the median. Expected wealth is maximised by betting everything every time: the mean is carried by one path in a million that got absurdly rich, while nearly all the others are at zero.",
            upvoters: [delta, tobias, priya, qubit, grad],
            replies: [
              {
                author: grad,
                hoursAfter: 2.4,
                text: "Simulated it because I didn't believe you. 60/40 coin, all in, 100 flips: mean is $1.2^{100} \\approx 8 \\times 10^{7}$, and all 100,000 of my paths ended at zero. I've never seen a sample mean be that wrong.",
                upvoters: [ines, delta, mara, tobias, admin],
                replies: [
                  {
                    author: qubit,
                    hoursAfter: 5,
                    text: "The expectation lives in a branch of the wave function you won't be visiting.",
                    upvoters: [grad, ines, priya, leo, noor],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: ines,
        hoursAfter: 3,
        text: 'The half-standard-error haircut can be given a theory. With a normal prior centred on zero and width $\\tau$, the posterior mean is $\\hat\\mu \\cdot \\tau^2/(\\tau^2 + se^2)$. For $\\hat\\mu = 20\\%$, $se = 30\\%$ and a generous $\\tau = 15\\%$ that is 4%. Your rule gives 5%. Uncomfortably close for "experience".',
        upvoters: [delta, tobias, priya, grad],
        replies: [
          {
            author: delta,
            hoursAfter: 3.3,
            text: "Experience is a prior with scars.",
            upvoters: [ines, tobias, mara, noor, leo, admin],
          },
        ],
      },
      {
        author: sato,
        hoursAfter: 8,
        text: "What does this say for somebody with no edge at all who buys a bit every month?",
        upvoters: [leo],
        replies: [
          {
            author: tobias,
            hoursAfter: 9,
            text: "That the formula has nothing to tell you, and that you should choose the amount so that a fall of 80% changes your mood and not your rent.",
            upvoters: [sato, carl, delta, noor],
          },
        ],
      },
    ],
  },
];
