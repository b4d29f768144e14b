import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** Questions, short notes and opinions. */
export const CRYPTO_THREADS: readonly DemoPost[] = [
  {
    author: sato,
    category: "crypto",
    title: "Why does sending 20 euros cost the same as sending 20 million?",
    tags: ["bitcoin", "fees", "beginner"],
    hoursAgo: 5.5,
    content: `I sent a friend 20 euros in bitcoin and my wallet wanted about 1.40 for it. He says someone moved roughly 20 million in the same block and paid *less than me*.

How is it not a percentage? And how did they pay less?`,
    upvoters: [carl, leo, tobias, admin, noor],
    comments: [
      {
        author: carl,
        hoursAfter: 0.3,
        text: "You pay for the space your transaction takes in the block. The network does not look at the amount, only at the bytes. How many *inputs* does your wallet show for that payment?",
        upvoters: [sato, mara, yuki],
        replies: [
          {
            author: sato,
            hoursAfter: 0.5,
            text: "Six. I've been buying 4 euros' worth every other Friday.",
            upvoters: [tobias],
            replies: [
              {
                author: carl,
                hoursAfter: 0.8,
                text: "There it is. Each purchase is a separate coin, and you paid with six of them:\n\n| | vbytes |\n|---|---:|\n| overhead | 10.5 |\n| 6 inputs at 68 | 408 |\n| 2 outputs at 31 | 62 |\n| **sum** | **480.5** |\n\nAt 4 sat per vbyte that is 1,922 sat. Your millionaire had one input: about 141 vbytes, so 564 sat.",
                upvoters: [sato, mara, priya, tobias, admin, leo],
                replies: [
                  {
                    author: sato,
                    hoursAfter: 1,
                    text: "So buying little and often means I pay later, when I spend?",
                    replies: [
                      {
                        author: tobias,
                        hoursAfter: 1.4,
                        text: "Like paying for a car in coins. The dealer does not mind, the queue behind you does.",
                        upvoters: [sato, carl, leo, noor],
                      },
                      {
                        author: delta,
                        hoursAfter: 1.6,
                        text: "Sunday, 04:00 UTC. Send all six to yourself at 1 sat. Done.",
                        upvoters: [sato, carl],
                        replies: [
                          {
                            author: priya,
                            hoursAfter: 2.2,
                            text: "One caveat: that transaction tells everyone the six belong to one person. If all six came from the same exchange, nothing is lost. If one was a gift from somebody who values discretion, leave it out.",
                            upvoters: [delta, yuki, carl, sato],
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
        hoursAfter: 2.6,
        text: "Same idea on Ethereum with a different unit: a plain transfer is 21,000 gas whether it carries a cent or a fortune. You pay for the work it causes.",
        upvoters: [sato, grad],
      },
    ],
  },
  {
    author: yuki,
    category: "crypto",
    title: "Address poisoning: the first and last four characters aren't a check",
    tags: ["security", "phishing", "ethereum"],
    hoursAgo: 97,
    content: `The attack costs almost nothing, so here's the arithmetic.

You pay \`0x4a7f…c21e\` every month. Someone generates an address that also starts with \`4a7f\` and ends with \`c21e\`, sends you a zero-value token transfer from it, and waits until you copy the recipient out of your history.

Matching $k$ hex digits takes $16^k$ tries on average. A single consumer GPU does about $10^9$ addresses per second:

| Digits matched | Tries | Time |
|---|---:|---:|
| 4 + 4 | $4.3 \\times 10^{9}$ | 4 seconds |
| 5 + 5 | $1.1 \\times 10^{12}$ | 18 minutes |
| 6 + 6 | $2.8 \\times 10^{14}$ | 3.3 days |
| 8 + 8 | $1.8 \\times 10^{19}$ | 585 years |

Most wallets abbreviate to 4 + 4.

What helps, in order:

1. An address book. Never copy from history.
2. A wallet that hides zero-value transfers of tokens you didn't touch.
3. Reading eight characters *from the middle*. The attacker has no reason to match those and you have no reason to always pick the same ones.

A test transfer helps only if the second payment is copied from the address book as well. I have a case on my desk where the test went to the right place and the real one, an hour later, to the lookalike that had arrived in between.`,
    upvoters: [carl, priya, mara, admin, sato, tobias, leo, noor],
    comments: [
      {
        author: tobias,
        hoursAfter: 2,
        text: "We had the same thing with fax numbers in 2004. One digit off, a supplier with a very similar letterhead. The remedy was a phone call to a number we already had.",
        upvoters: [yuki, noor, carl],
      },
      {
        author: grad,
        hoursAfter: 9,
        text: "Your table understates it: the attacker can look for lookalikes of a *million* victims at once. One keyspace walk, many targets, so the cost per victim drops by the number of targets.",
        upvoters: [priya, ines],
        replies: [
          {
            author: yuki,
            hoursAfter: 10.5,
            text: "Correct. The table is for one chosen victim. With $T$ targets the expected work to hit *some* victim is $16^k / T$, so 6 + 6 against a million recent payers is a third of a second per hit. Lookup in the target set becomes the bottleneck. Thank you, that belongs in the write-up.",
            upvoters: [grad, priya, mara],
          },
        ],
      },
    ],
  },
  {
    author: carl,
    category: "crypto",
    title: "Unpopular: the 25th word has lost more coins than it ever saved",
    tags: ["self-custody", "passphrase"],
    hoursAgo: 39,
    content: `A passphrase turns one thing you can lose into two things, and the second one has no checksum. Mistype it and the wallet opens, empty and cheerful, and you conclude you were robbed.

I have seen nine lost to a passphrase and none saved by one. If you need more than a seed, use 2-of-3.`,
    upvoters: [tobias, leo, sato, admin],
    downvoters: [yuki, priya, delta, grad],
    comments: [
      {
        author: yuki,
        hoursAfter: 0.7,
        text: '"None saved" is the sample speaking. Nobody calls you to report a burglary that yielded an empty wallet.',
        upvoters: [priya, grad, ines, mara],
        replies: [
          {
            author: carl,
            hoursAfter: 1.1,
            text: "Fair. I can count only the ones that reach me. But the nine are real, and seven of them were one wrong capital letter away from fine.",
            upvoters: [yuki],
            replies: [
              {
                author: priya,
                hoursAfter: 2,
                text: "Then the lesson is about *human-chosen* passphrases. Five words from a list, written down and stored apart from the seed, have 64 bits and no capitals to forget. You object to secrets kept in the head. So do I.",
                upvoters: [carl, yuki, ines, admin],
                replies: [
                  {
                    author: carl,
                    hoursAfter: 3.2,
                    text: 'If it is written down and lives elsewhere, you have invented a 2-of-2 with worse tooling. I would still take 2-of-3. But you have moved me from "never" to "never from memory".',
                    upvoters: [priya, yuki, tobias, mara, noor],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: delta,
        hoursAfter: 5,
        text: "Wrench attack. Decoy wallet on the bare seed, rest behind the phrase. Cheap insurance.",
        upvoters: [grad],
        downvoters: [carl],
        replies: [
          {
            author: tobias,
            hoursAfter: 6.5,
            text: "The man with the wrench has read the same forum.",
            upvoters: [carl, leo, sato, yuki, admin, ines],
          },
        ],
      },
    ],
  },
  {
    author: grad,
    category: "crypto",
    title: "Is there a block explorer that doesn't phone home?",
    tags: ["privacy", "explorers"],
    hoursAgo: 26.5,
    content: "I want to look up my own addresses without telling a stranger which ones are mine. VPN enough?",
    upvoters: [priya, carl],
    comments: [
      {
        author: yuki,
        hoursAfter: 0.6,
        text: "No. A VPN hides where you are. Querying the same few addresses in one session tells the explorer that they belong together, which is the part you wanted to hide.",
        upvoters: [priya, grad, carl],
      },
      {
        author: mara,
        hoursAfter: 1.9,
        text: "Own node plus an index server plus a self-hosted explorer in front of it. About 900 GB with the index. You already heat a room with a GPU, so you won't notice the electricity.",
        upvoters: [grad, tobias, qubit],
        replies: [
          {
            author: grad,
            hoursAfter: 2.2,
            text: "Attacked and helped in the same paragraph. Downloading.",
            upvoters: [mara, admin],
          },
        ],
      },
    ],
  },
];
