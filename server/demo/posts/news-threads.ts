import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** The weekly reading thread, and a checklist. */
export const NEWS_THREADS: readonly DemoPost[] = [
  {
    author: noor,
    category: "news",
    title: "Weekly reading thread: what did you read that was longer than a headline?",
    tags: ["weekly", "reading"],
    hoursAgo: 26,
    isPinned: true,
    content: `The usual rules. One thing, one sentence on what it says, one on why you believe it or do not. Papers, rules, manuals, court filings, source code. Links if they are public.

Mine: 214 pages of consultation responses on custody rules. 190 of them are the same letter with different letterheads. Page 131 is from one retired bookkeeper who found an error in a worked example, and she is right.`,
    upvoters: [admin, mara, priya, ines, sato, carl, grad],
    comments: [
      {
        author: mara,
        hoursAfter: 1.0,
        text: `An audit report of 96 pages for a bridge I shall not name. Findings: two high, five medium, "acknowledged". I believe the findings. It's "acknowledged" I'd like to see audited.`,
        upvoters: [yuki, noor, priya, carl, ines],
        replies: [
          {
            author: yuki,
            hoursAfter: 1.7,
            text: `"Acknowledged" means the client read the sentence. "Resolved" means the auditor read the fix. People lose money in the gap between those two words.`,
            upvoters: [mara, noor, priya, carl, sato, admin],
            replies: [
              {
                author: sato,
                hoursAfter: 2.4,
                text: `so before I use something I should search its report for "acknowledged"?`,
                upvoters: [yuki],
                replies: [
                  {
                    author: yuki,
                    hoursAfter: 2.9,
                    text: "Honestly, as a five-minute check, it beats nearly everything else you could do. Then see whether the commit that was audited is the one that's deployed.",
                    upvoters: [sato, mara, priya, noor, carl],
                    replies: [
                      {
                        author: sato,
                        hoursAfter: 5.0,
                        text: "I did it for the one I use. Three acknowledged, one of them about withdrawals, and the commit is from fourteen months before the deployment. I have withdrawn. It worked, and my hands are a bit cold",
                        upvoters: [yuki, mara, noor, carl, priya, tobias],
                        replies: [
                          {
                            author: yuki,
                            hoursAfter: 5.4,
                            text: "Nothing may ever happen there. You still did the right thing on what you knew. Well done.",
                            upvoters: [sato, mara, noor, carl, admin, ines],
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
        hoursAfter: 3.2,
        text: `The *appendix* of a paper on long-context evaluation, because of @ines_okafor's bio. Says that 40% of the "long" questions can be answered from the last 2k tokens. I believe it, I checked fifty by hand and got 22.`,
        upvoters: [ines, qubit, priya, noor],
        replies: [
          {
            author: ines,
            hoursAfter: 4.0,
            text: "I have never been prouder of a bio.",
            upvoters: [grad, noor, leo, admin],
          },
        ],
      },
      {
        author: leo,
        hoursAfter: 7.5,
        text: `The service manual of a pen plotter from 1987. It says that the pen must be "lowered without anger" (I think it's the translation). I believe every word.`,
        upvoters: [tobias, sato, noor, admin, grad, mara, qubit, carl, priya, ines],
      },
      {
        author: carl,
        hoursAfter: 11,
        text: `The terms of my home insurance, all of it, after the drill. It covers "storage media" up to the price of blank media. I believe that too.`,
        upvoters: [noor, tobias, yuki, sato, admin],
      },
    ],
  },
  {
    author: priya,
    category: "news",
    title: `Before you share "quantum computer breaks encryption": a checklist of seven questions`,
    tags: ["quantum", "media", "checklist"],
    hoursAgo: 610,
    content: `A new one goes round every few weeks. Seven questions settle nearly all of them, and none needs a degree.

1. **Which scheme?** "Military-grade encryption" is not a scheme. RSA, elliptic curves and AES fail, or stand, for quite different reasons.
2. **Which key size?** Factoring a 22-bit number is an exercise. 2048 bits is the question, and the distance between them is not a factor of 93.
3. **Were the factors known beforehand?** Many demonstrations compile the circuit using the answer. Then the machine confirms what it has been told.
4. **Does it scale, and what was the classical part?** If a laptop does the hard step and the quantum device does a small optimisation, ask how the laptop's share grows.
5. **Is it the algorithm or one implementation?** Side channels are real and serious. They are also fixed by a patch.
6. **Who has tried to reproduce it?** A preprint is an invitation.
7. **What would the authors have to believe to sell it instead?** A working break is worth more unannounced.

If an article survives all seven, please send it to me at any hour. It will ruin my tea, and I shall be grateful.`,
    upvoters: [qubit, noor, yuki, admin, mara, ines, carl, tobias, sato, grad],
    comments: [
      {
        author: qubit,
        hoursAfter: 2.0,
        text: "I'd add an eighth from our side: *how many two-qubit gates ran, and at what fidelity?* $0.995^{2000} \\approx 4\\times10^{-5}$. When someone claims to have run a deep circuit on bare physical qubits, that one multiplication is usually the end of it.",
        upvoters: [priya, yuki, mara, grad, noor],
        replies: [
          {
            author: priya,
            hoursAfter: 3.4,
            text: "Adopted as number 4b, so the title can keep its seven.",
            upvoters: [qubit, noor, admin],
          },
        ],
      },
      {
        author: tobias,
        hoursAfter: 9.0,
        text: "Number 7 I quarrel with. Scientists give away things worth a fortune every week, it is practically the job. On the desk we called it the efficient-market joke: nobody picks up the banknote, since if it were real, somebody would have.",
        upvoters: [qubit, grad, delta, ines],
        replies: [
          {
            author: priya,
            hoursAfter: 10.5,
            text: "You are right, and it is the weakest of the seven. I have thought about it over two pots. Replace it with: *what would be visible elsewhere if this were true?* Emergency advisories, rotated roots, standards people cancelling holidays. Their absence is evidence, and it assumes nothing about anyone's greed.",
            upvoters: [tobias, qubit, noor, yuki, admin, mara],
          },
        ],
      },
    ],
  },
];
