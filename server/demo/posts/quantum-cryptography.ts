import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** What quantum computers mean, and don't mean, for keys and coins. */
export const QUANTUM_CRYPTOGRAPHY: readonly DemoPost[] = [
  {
    author: sato,
    category: "quantum",
    title: "So when do I have to move my coins? (honest question)",
    tags: ["bitcoin", "post-quantum", "basics"],
    hoursAgo: 97,
    content: `I read one article that says quantum computers break bitcoin "within years" and one that says "never in our lifetime", both from people with a newsletter. I own very little, but it's mine.

Which part breaks? Is it the mining, the addresses, the wallet on my phone? And is there something I should do now that isn't buying somebody's quantum-proof coin?`,
    upvoters: [carl, grad, leo, admin, qubit, tobias, noor, mara],
    comments: [
      {
        author: priya,
        hoursAfter: 0.8,
        text: `Three separate parts, which articles like to lump together:

1. **Signatures** (ECDSA, Schnorr). Shor's algorithm recovers the private key from the *public* key, on a large fault-tolerant machine. Such a machine does not exist today. This is the part that would break.
2. **Hashes** (SHA-256). Grover gives at most a square root, and it parallelises badly. They do not break in any practical sense.
3. **Your phone's wallet.** The seed is random bits. Quantum computers guess random bits faster only by that same square root.

What you can do now costs nothing: do not reuse addresses, and know which of your coins sit behind a public key that is already visible.`,
        upvoters: [sato, carl, grad, qubit, mara, yuki, ines, admin, noor, tobias],
        replies: [
          {
            author: sato,
            hoursAfter: 1.3,
            text: "visible where? isn't the address the public key?",
            upvoters: [leo],
            replies: [
              {
                author: priya,
                hoursAfter: 1.9,
                text: `For the older types (beginning with 1 or bc1q) the address is a *hash* of the public key. The key itself appears on chain when you first spend from that address. Until then an attacker has only the hash, see point 2. If you spend part of it and leave the rest on the same address, the rest is behind a visible key.

Two exceptions: very early outputs that hold the bare key, and taproot addresses (bc1p), where the key is in the address itself.`,
                upvoters: [sato, carl, qubit, mara, grad, yuki],
                replies: [
                  {
                    author: tobias,
                    hoursAfter: 2.6,
                    text: "So I was told to upgrade to the newest address type, and did, and the newest type is the one which shows the key?",
                    upvoters: [carl, sato, delta, leo],
                    replies: [
                      {
                        author: priya,
                        hoursAfter: 3.3,
                        text: "Yes. It was a deliberate trade, made for good reasons (smaller multisignatures, spends that look more alike), in the knowledge that *any* spend exposes the key for a few minutes anyway. I would not move back in a hurry. If the network migrates, both types have to move.",
                        upvoters: [tobias, mara, carl, qubit],
                        replies: [
                          {
                            author: carl,
                            hoursAfter: 4.0,
                            text: "Second half of the sentence is the one for the fridge door. Both have to move, and moving means a transaction per coin. If everybody does that in the same year at the current block size, get a chair.",
                            upvoters: [mara, priya, tobias, sato],
                            replies: [
                              {
                                author: mara,
                                hoursAfter: 5.1,
                                text: "Back of the envelope: about 180 million unspent outputs, say 7 inputs a second for the whole chain if it does nothing else. $1.8\\times10^8 / 7$ seconds is 298 days. At a realistic quarter of the capacity, more than three years. And that's with today's signatures, which are some 40 times smaller than ML-DSA ones.",
                                upvoters: [carl, priya, qubit, noor, sato, tobias, yuki],
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
        author: delta,
        hoursAfter: 1.5,
        text: "Mining goes first, surely? Whoever has the machine finds every block instantly. Then signatures are beside the point.",
        downvoters: [priya, qubit, mara, grad],
        replies: [
          {
            author: qubit,
            hoursAfter: 2.2,
            text: "I don't think that works. Grover needs its steps *in sequence*, and each step here is a reversible double SHA-256 at logical clock speed. Mara posted the numbers here a while ago: in ten minutes such a machine does the work that an ordinary mining rig does in a few nanoseconds. Mining is about the last thing one would use it for.",
            upvoters: [mara, priya, sato, ines, grad, carl],
            replies: [
              {
                author: delta,
                hoursAfter: 3.7,
                text: `Read it. Withdrawn. I had "square root" filed under "big discount" and forgot that a discount on a very slow thing is still a very slow thing.`,
                upvoters: [qubit, mara, priya, sato, ines],
              },
            ],
          },
        ],
      },
      {
        author: qubit,
        hoursAfter: 4.4,
        text: "As to *when*: nobody can tell you, and I work on these machines. What I can offer is a list of what must happen first. Logical qubits by the thousand rather than one at a time, error rates per logical operation below about $10^{-12}$, and days of uninterrupted running. None of these can be hidden in a cellar until the last moment. You'll see them coming, and it's the migration that takes years. So the thing to watch is whether the network is deciding, not whether the machine is finished.",
        upvoters: [sato, priya, admin, carl, tobias, mara, noor, ines, grad],
      },
      {
        author: carl,
        hoursAfter: 7.5,
        text: "And whatever you do, do it from your own keys and on a day when nobody is shouting. More coins have been lost running from a danger than to the danger itself.",
        upvoters: [sato, admin, tobias, delta, yuki, leo],
      },
    ],
  },
];
