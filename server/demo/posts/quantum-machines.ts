import type { DemoPost } from "../types.ts";
import { admin, carl, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** Quantum hardware: error correction, decoders, fridges. */
export const QUANTUM_MACHINES: readonly DemoPost[] = [
  {
    author: qubit,
    category: "quantum",
    title: `The threshold theorem without the incense: what "below threshold" buys you, in qubits`,
    tags: ["error correction", "surface code", "explainer"],
    hoursAgo: 410,
    content: `Every few months somebody at a dinner tells me that error correction "has been solved" because a machine is "below threshold". I then ruin the dinner. This post exists so that I can send a link instead.

## The claim

Take a surface code of distance $d$. It uses $d^2$ data qubits and $d^2 - 1$ for measuring, so $2d^2 - 1$ in all, to hold **one** logical qubit. If the physical error rate is $p$ and the threshold is $p_{th}$, the logical error per cycle behaves like

$$p_L \\approx A \\left(\\frac{p}{p_{th}}\\right)^{(d+1)/2}$$

Below threshold, a larger code is a better code. Above it, a larger code is a more expensive way of being wrong. That's the theorem, and it's wonderful. Note what it doesn't say: it doesn't say *how much* better, and that's all in the ratio.

## The ratio is everything

People quote $\\Lambda = p_{th}/p$, the factor by which the error drops when $d$ grows by 2. Suppose $A = 0.1$ and we want $p_L = 10^{-12}$ per cycle, which is roughly where interesting algorithms begin:

| $\\Lambda$ | distance needed | physical qubits for one logical |
|---|---|---|
| 1.1 | 531 | 563,921 |
| 2 | 73 | 10,657 |
| 4 | 37 | 2,737 |
| 10 | 21 | 881 |

All four rows are "below threshold". Going from the second to the fourth saves you a factor of twelve in hardware, and nothing about it would make a headline. When you read that a machine is below threshold, the next word to look for is a number after $\\Lambda$.

\`\`\`python
from math import ceil, log

def distance(lam: float, target: float = 1e-12, a: float = 0.1) -> int:
    n = ceil(log(a / target) / log(lam) - 1e-9)   # n = (d + 1) / 2
    return 2 * n - 1

for lam in (1.1, 2, 4, 10):
    d = distance(lam)
    print(lam, d, 2 * d * d - 1)
\`\`\`

## Four things that the formula hides

1. **It assumes that errors are independent.** A particle that strikes the chip, or a fluctuating defect, hits many qubits at once, and the code doesn't care that your average was good. Memory experiments tend to show a floor where the line stops going down. The floor is the interesting physics.
2. **$p$ isn't one number.** Idle, one-qubit, two-qubit, measurement and leakage errors all enter, with different weights. Leakage is worst because it doesn't stay where it happened.
3. **Memory isn't computation.** Keeping a logical qubit alive is one thing. Doing lattice surgery, and distilling the magic states that you need for non-Clifford gates, costs space and time on top, often several times the memory.
4. **Somebody has to decode it.** A superconducting machine produces a round of syndromes about every microsecond. A decoder that's 5% too slow doesn't run 5% late. It runs late without bound, since the queue grows for as long as you compute.

## What I'd like people to say instead

> We ran distances 3, 5 and 7, got $\\Lambda = x \\pm y$, for $n$ cycles, with a decoder that ran (offline / in real time), and the floor is at or below $z$.

It is less catchy, I know. But then I could stay for dessert.

*Caveat, because someone will ask: the constant $A$, and where exactly the fit is valid, both depend on the noise and the decoder. Treat the table as the shape of the cost, not as a price quote.*`,
    upvoters: [admin, mara, tobias, ines, sato, yuki, priya, noor, grad, leo],
    comments: [
      {
        author: priya,
        hoursAfter: 1.5,
        text: `Thank you. I will send this to exactly the same dinners.

One question on the target. You take $10^{-12}$ per cycle. For factoring, the figure that matters is (logical qubits) × (cycles) × $p_L$ well below 1. With a couple of thousand logical qubits and $10^{10}$ cycles or so, is $10^{-12}$ even enough?`,
        upvoters: [qubit, grad, ines],
        replies: [
          {
            author: qubit,
            hoursAfter: 3.0,
            text: "No: $2\\times10^3 \\times 10^{10} \\times 10^{-12} = 20$ expected failures. For that job you want $10^{-15}$ or so. The nice part is that at $\\Lambda = 10$ three more orders of magnitude cost you only six in distance, 21 to 27, so 881 becomes 1,457. The exponent works for you once it works at all.",
            upvoters: [priya, grad, ines, yuki, mara],
            replies: [
              {
                author: priya,
                hoursAfter: 3.6,
                text: "So the sensitivity to the target is mild and the sensitivity to $\\Lambda$ is savage. That is a better one-line summary than anything I have read in a migration plan.",
                upvoters: [qubit, noor, yuki],
              },
            ],
          },
        ],
      },
      {
        author: sato,
        hoursAfter: 5.2,
        text: "Stupid question probably. Why odd distances only? Would 22 not be a bit better than 21?",
        upvoters: [grad, tobias],
        replies: [
          {
            author: qubit,
            hoursAfter: 6.9,
            text: "Not stupid. Distance $d$ corrects $\\lfloor (d-1)/2 \\rfloor$ errors for certain, so 21 and 22 both correct ten. Distance 22 can *detect* one more, which isn't worthless (a decoder can use it, or you throw the run away), but for simply correcting it's mostly extra surface to be hit.",
            upvoters: [sato, grad, priya, ines],
            replies: [
              {
                author: grad,
                hoursAfter: 8.1,
                text: "Isn't that only for worst-case errors, though? With random errors and a decoder that uses probabilities, even distances do land between their neighbours. I simulated $d = 3,4,5$ last month, and 4 sat clearly between, closer to 3.",
                upvoters: [qubit, ines],
                replies: [
                  {
                    author: qubit,
                    hoursAfter: 9.4,
                    text: `You're right, and I was too quick. The guaranteed number is the same; the average isn't, because weight-11 patterns that are ambiguous are decided correctly more than half of the time when the priors differ. "Closer to 3" is what I'd expect. Would you share the plot?`,
                    upvoters: [grad, priya, sato, ines],
                    replies: [
                      {
                        author: grad,
                        hoursAfter: 11,
                        text: `Yes! Depolarising noise at 0.3%, $2\\times10^6$ shots each, logical error per cycle:

| d | per cycle |
|---|---|
| 3 | 3.1e-3 |
| 4 | 2.0e-3 |
| 5 | 9.4e-4 |

Error bars are below the last digit for 3 and 4, about ±2 in the last digit for 5.`,
                        upvoters: [qubit, priya, ines, sato],
                        replies: [
                          {
                            author: qubit,
                            hoursAfter: 12.3,
                            text: `$\\Lambda = 3.3$ from 3 to 5, and the even one where you said. Good. I'll change my dinner speech to "odd distances are cheaper per unit of protection", which is longer, and therefore mine.`,
                            upvoters: [grad, sato, priya, admin, tobias, leo],
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
        author: mara,
        hoursAfter: 15,
        text: "Point 4 is the one that I'd lose sleep over. We had exactly this with a proof queue: 97% of real time in the lab, then one slow afternoon and it never caught up. You don't want utilisation anywhere near 1 in something that can't drop work.",
        upvoters: [qubit, yuki, admin],
      },
    ],
  },
  {
    author: qubit,
    category: "quantum",
    title: "Fridge at 9 mK, amplifier happy, T1 finally boring. Nobody touch anything.",
    tags: ["lab life"],
    hoursAgo: 2.2,
    content:
      "Eleven days after a cooldown that began with a leak, ended with a cable in the wrong port, and had me apologising to a flange.",
    upvoters: [grad, ines, priya, sato, leo, admin, tobias, mara],
    comments: [
      {
        author: admin,
        hoursAfter: 0.3,
        text: "The cupboard server has been up for 61 days on the same principle.",
        upvoters: [qubit, grad, carl, sato],
        replies: [
          {
            author: qubit,
            hoursAfter: 0.6,
            text: "Delete this. It can hear us.",
            upvoters: [admin, grad, leo, ines, priya],
          },
        ],
      },
    ],
  },
  {
    author: grad,
    category: "quantum",
    title: "Neural decoders against matching: am I reading this comparison right?",
    tags: ["decoders", "surface code", "machine learning"],
    hoursAgo: 44,
    content: `For a reading group I'm comparing a small recurrent decoder (mine, 2.1M parameters) with minimum-weight matching on simulated surface-code memory. Circuit noise at 0.3% plus some leakage that the matching graph doesn't know about. Logical error per cycle:

| distance | matching | neural | ratio |
|---|---|---|---|
| 3 | 3.4e-3 | 2.6e-3 | 1.31 |
| 5 | 1.2e-3 | 0.86e-3 | 1.40 |
| 7 | 4.3e-4 | 4.1e-4 | 1.05 |

So at 3 and 5 I win nicely and at 7 I'm nearly level. My advisor says "it doesn't scale", I say "it's undertrained at 7" (same 40M shots for every distance, and interesting failures are rarer at 7!). Who is right, and what experiment would settle it?

Also: 11 µs per round on my GPU, batch of one. A round takes 1 µs. I know. I know.`,
    upvoters: [qubit, ines, priya, mara],
    comments: [
      {
        author: qubit,
        hoursAfter: 2.0,
        text: `Both could be. The experiment: fix the distance at 7, double the training shots three times, and plot the logical error against shots. If the line is still falling at the right-hand edge you're undertrained. If it's flat, your advisor may choose the restaurant.

I'd also separate two advantages which your table mixes. Give the matching decoder correlated edge weights fitted from the same data. Part of the 1.4 is then likely to go, because some of it isn't "neural", it is "knows the noise".`,
        upvoters: [grad, ines, priya],
        replies: [
          {
            author: grad,
            hoursAfter: 21,
            text: "Ran both. 40M, 80M, 160M, 320M shots at distance 7: 4.1, 3.6, 3.3, 3.2 (e-4). And with fitted weights matching improves to 3.7e-4 at distance 7 and 1.0e-3 at distance 5. So: I was undertrained, **and** a good half of my win was just knowing the noise. We're both right and nobody is happy.",
            upvoters: [qubit, ines, priya, mara, sato],
            replies: [
              {
                author: qubit,
                hoursAfter: 22.5,
                text: "That's a result. Write it down exactly like that. As to the 11 µs: nobody needs your decoder to be fast alone, it needs to keep up. Windows that overlap can be decoded in parallel. Latency then costs you a delay before each non-Clifford gate, which is a price; falling behind isn't a price, it's an end.",
                upvoters: [grad, priya, mara],
              },
            ],
          },
        ],
      },
      {
        author: ines,
        hoursAfter: 5.5,
        text: "Error bars, please. At distance 7 and 4e-4 with how many test shots? 1.05 may be nothing at all.",
        upvoters: [qubit, grad],
        replies: [
          {
            author: grad,
            hoursAfter: 6.2,
            text: "$5\\times10^5$ test shots of 25 cycles, so about 5,000 failures for each, relative error 1.4% per decoder. 1.05 is about 2.5 sigma. Real but small. (I hear you. Bars are in the plot now.)",
            upvoters: [ines, qubit],
          },
        ],
      },
    ],
  },
];
