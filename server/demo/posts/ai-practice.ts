import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** An eval of a model in production. */
export const AI_PRACTICE: readonly DemoPost[] = [
  {
    author: ines,
    category: "ai",
    title: "Nine of our twelve points came from the parser: a post-mortem of an eval",
    tags: ["evals", "statistics", "production"],
    hoursAgo: 62,
    content: `Last month we changed the prompt of an extraction model (support tickets in, eleven structured fields out) and the offline score went from 71% to 83% exact match. Slides were made. Somebody used the words "step change". I asked for the raw outputs, because I always ask for the raw outputs, and here is what was in them.

## What the number was

400 tickets, each labelled twice. One score: all eleven fields equal to the label, compared as strings. If the JSON did not parse, the ticket scored zero.

You can see where this is going.

## Three graders, same outputs

I scored both prompts again without running the model again:

| Grader | Old prompt | New prompt | Difference |
|---|---|---|---|
| strict string | 71.0% | 83.0% | +12.0 |
| after normalising JSON, spaces, dates | 80.5% | 83.5% | +3.0 |
| two people, blind, order shuffled | 82.0% | 83.25% | +1.25 |

The old prompt liked to wrap its answer in a code fence and to write \`2026-3-7\` for \`2026-03-07\`. The new prompt says "no code fence" and gives one date as an example. That is nine of the twelve points. The parser in production has stripped fences and padded dates for a year, so no customer ever saw those failures.

## Are three points anything?

The naive interval for one accuracy is $\\pm 1.96\\sqrt{p(1-p)/n}$, which at $p = 0.82$ and $n = 400$ is $\\pm 3.8$ points. But both prompts saw the same tickets, so the honest comparison is paired: only the tickets where they disagree carry information. There were 50. The new prompt won 31 and lost 19.

\`\`\`python
from scipy.stats import binomtest

gained, lost = 31, 19
print(binomtest(gained, gained + lost).pvalue)  # 0.119
\`\`\`

So: perhaps. I would not bet the team's quarter on it.

How many tickets would we need in order to see a true gain of two points, at this rate of disagreement, with 80% power? With discordance $\\pi = 0.125$ and gain $\\delta = 0.02$:

$$n \\approx \\frac{(1.96 + 0.84)^2\\,(\\pi - \\delta^2)}{\\delta^2} \\approx 2400$$

Our set has 400. For two years we had been reading tea leaves and calling it a dashboard.

## What we changed

1. The grader uses the *production* parser, imported, not a copy of it. Parse failures are a separate number.
2. Every comparison is paired, with an interval, and the interval is printed in the same type size as the score.
3. Two people read all discordant pairs before a release. Fifty pairs take forty minutes. It is the most useful meeting we have.
4. The 400 are frozen as a smoke test. A new set of 2,400 is being labelled, one field family at a time.

We shipped the new prompt anyway. It is not worse, and it is shorter. It just was not a step change.

If you take one thing away from this: before you ask whether the model improved, ask whether the grader and your product agree on what an answer *is*.`,
    upvoters: [admin, mara, qubit, sato, yuki, delta, leo, priya, carl, noor, grad],
    comments: [
      {
        author: grad,
        hoursAfter: 1.4,
        text: "Wait, let me argue the other side. A parse failure **is** a failure. If I swap the model tomorrow for one that never needs the forgiving parser, I'd want the score to show that, no? Strict string is the only grader of the three that measures what the model literally emitted.",
        upvoters: [qubit, sato, leo],
        replies: [
          {
            author: ines,
            hoursAfter: 2.1,
            text: `It measures that, yes. It just does not measure what we called it, which was "tickets extracted correctly". I kept strict parsing as its own line (old 89.5% parseable, new 99.75%). What I refuse is one number in which a missing zero in a date weighs the same as a wrong refund amount.`,
            upvoters: [grad, priya, delta, yuki, qubit, mara],
            replies: [
              {
                author: grad,
                hoursAfter: 2.6,
                text: "Hm. And if someone downstream doesn't use your forgiving parser?",
                replies: [
                  {
                    author: ines,
                    hoursAfter: 3.0,
                    text: "Then their product has a different definition of an answer, and they should import *their* parser into the grader. That is point 1, really. The eval belongs to a product and not to a model.",
                    upvoters: [grad, mara, yuki],
                    replies: [
                      {
                        author: grad,
                        hoursAfter: 4.2,
                        text: `OK, you got me. I just checked the benchmark table in my own paper draft and our "format following" gain and our "reasoning" gain come from the same 60 examples. I have to go and rerun some things. This is a bad evening.`,
                        upvoters: [ines, qubit, sato, yuki, priya, mara, delta, leo],
                        replies: [
                          {
                            author: qubit,
                            hoursAfter: 5.5,
                            text: "A bad evening before submission is a good evening.",
                            upvoters: [grad, ines, priya, noor, mara, admin],
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
        author: delta,
        hoursAfter: 2.2,
        text: `So the headline result was a backtest with slippage set to zero.

What was the prior? If the last ten prompt changes averaged +0.5 with a spread of 1.5, then +3 with p = 0.12 shrinks to about +1.5, and you can skip the meeting.`,
        upvoters: [ines, tobias, mara],
        replies: [
          {
            author: ines,
            hoursAfter: 3.4,
            text: "I like this more than I want to. We have 23 past comparisons and I could fit the spread tonight. My guess is that most of them were noise too, so the prior would be honest and depressing.",
            upvoters: [delta],
          },
        ],
      },
      {
        author: sato,
        hoursAfter: 4.9,
        text: "Sorry, basic question. Why do only the tickets where they disagree count? If both got 300 right, isn't it information that both are good?",
        upvoters: [leo],
        replies: [
          {
            author: priya,
            hoursAfter: 5.3,
            text: `It is information about how good they are, but not about which of the two is better. Imagine two archers shooting at the same targets. The targets both hit and the targets both miss tell you how hard the targets were. To rank the archers you look at the ones that only one of them hit. Under "no difference", each of those is a fair coin, so 31 of 50 is a question about coins.`,
            upvoters: [sato, ines, qubit, grad, leo, tobias],
            replies: [
              {
                author: sato,
                hoursAfter: 5.8,
                text: "ok THAT I can explain to my sister. thank you",
                upvoters: [priya],
              },
            ],
          },
        ],
      },
      {
        author: qubit,
        hoursAfter: 6.1,
        text: "One question about the blind reading. Did the readers see the formatted output or the raw one? If the old prompt fences its answer and the new one doesn't, two people are blind for about five pairs and then they know.",
        upvoters: [priya, ines, yuki, grad],
        replies: [
          {
            author: ines,
            hoursAfter: 7.0,
            text: "Raw, for the first 80. Then one reader said exactly that and we rendered both into a table. You have found the footnote I left out. I will rerun the first 80 with someone who has not seen them.",
            upvoters: [qubit, priya],
          },
        ],
      },
    ],
  },
];
