import type { DemoPost } from "../types.ts";

/** What quantum computers mean for keys and coins, and what they don't. */
export const QUANTUM_CRYPTOGRAPHY: readonly DemoPost[] = [
  {
    author: "satoshis_intern",
    category: "quantum",
    title: "So when do I have to move my coins? (honest question)",
    tags: ["bitcoin", "post-quantum", "basics"],
    hoursAgo: 97,
    content: `I read one article that says quantum computers break bitcoin "within years" and one that says "never in our lifetime", both from people with a newsletter. I own very little, but it's mine.

Which part breaks? Is it the mining, the addresses, the wallet on my phone? And is there something I should do now that isn't buying somebody's quantum-proof coin?`,
    upvoters: [
      "coldstorage_carl",
      "gradient_descent",
      "leo.marchetti",
      "admin",
      "qubitwrangler",
      "tobias.keller",
      "noor_haddad",
      "mara_lindqvist",
    ],
    comments: [
      {
        author: "priya_raman",
        hoursAfter: 0.8,
        text: `Three separate parts, which articles like to stir together:

1. **Signatures** (ECDSA, Schnorr). Shor's algorithm recovers the private key from the *public* key, on a large fault-tolerant machine. Such a machine does not exist today. This is the part that would break.
2. **Hashes** (SHA-256). Grover gives at most a square root, and it parallelises badly. They do not break in any practical sense.
3. **Your phone's wallet.** The seed is random bits. Quantum computers do not guess random bits faster than by that same square root.

What you can do now costs nothing: do not reuse addresses, and know which of your coins sit behind a public key that is already visible.`,
        upvoters: [
          "satoshis_intern",
          "coldstorage_carl",
          "gradient_descent",
          "qubitwrangler",
          "mara_lindqvist",
          "yuki_tanaka",
          "ines_okafor",
          "admin",
          "noor_haddad",
          "tobias.keller",
        ],
        replies: [
          {
            author: "satoshis_intern",
            hoursAfter: 1.3,
            text: "visible where? isn't the address the public key?",
            upvoters: ["leo.marchetti"],
            replies: [
              {
                author: "priya_raman",
                hoursAfter: 1.9,
                text: `For the older types (beginning with 1 or bc1q) the address is a *hash* of the public key. The key itself appears on chain when you first spend from that address. Until then an attacker has only the hash, see point 2. If you spend part of it and leave the rest on the same address, the rest is behind a visible key.

Two exceptions: very early outputs that hold the bare key, and taproot addresses (bc1p), where the key is in the address itself.`,
                upvoters: [
                  "satoshis_intern",
                  "coldstorage_carl",
                  "qubitwrangler",
                  "mara_lindqvist",
                  "gradient_descent",
                  "yuki_tanaka",
                ],
                replies: [
                  {
                    author: "tobias.keller",
                    hoursAfter: 2.6,
                    text: "So I was told to upgrade to the newest address type, and did, and the newest type is the one which shows the key?",
                    upvoters: ["coldstorage_carl", "satoshis_intern", "deltaneutral", "leo.marchetti"],
                    replies: [
                      {
                        author: "priya_raman",
                        hoursAfter: 3.3,
                        text: "Yes. It was a deliberate trade, made for good reasons (smaller multisignatures, better privacy among spends), in the knowledge that *any* spend exposes the key for some minutes anyway. I would not move back in a hurry. If the network migrates, both types have to move.",
                        upvoters: ["tobias.keller", "mara_lindqvist", "coldstorage_carl", "qubitwrangler"],
                        replies: [
                          {
                            author: "coldstorage_carl",
                            hoursAfter: 4.0,
                            text: "Second half of the sentence is the one for the fridge door. Both have to move, and moving means a transaction per coin. If everybody does that in the same year at the current block size, get a chair.",
                            upvoters: ["mara_lindqvist", "priya_raman", "tobias.keller", "satoshis_intern"],
                            replies: [
                              {
                                author: "mara_lindqvist",
                                hoursAfter: 5.1,
                                text: "Back of the envelope: about 180 million unspent outputs, say 7 inputs a second for the whole chain if it does nothing else. $1.8\\times10^8 / 7$ seconds is 298 days. At a realistic quarter of the capacity, more than three years. And that's with today's signatures, which are some 40 times smaller than ML-DSA ones.",
                                upvoters: [
                                  "coldstorage_carl",
                                  "priya_raman",
                                  "qubitwrangler",
                                  "noor_haddad",
                                  "satoshis_intern",
                                  "tobias.keller",
                                  "yuki_tanaka",
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
        ],
      },
      {
        author: "deltaneutral",
        hoursAfter: 1.5,
        text: "Mining goes first, surely? Whoever has the machine finds every block instantly. Then signatures are beside the point.",
        downvoters: ["priya_raman", "qubitwrangler", "mara_lindqvist", "gradient_descent"],
        replies: [
          {
            author: "qubitwrangler",
            hoursAfter: 2.2,
            text: "I don't think that holds up. Grover needs its steps *in sequence*, and each step here is a reversible double SHA-256 at logical clock speed. Mara posted the numbers here a while ago: in ten minutes such a machine does the work that an ordinary mining chip does in some nanoseconds. Mining is about the last thing one would use it for.",
            upvoters: [
              "mara_lindqvist",
              "priya_raman",
              "satoshis_intern",
              "ines_okafor",
              "gradient_descent",
              "coldstorage_carl",
            ],
            replies: [
              {
                author: "deltaneutral",
                hoursAfter: 3.7,
                text: `Read it. Withdrawn. I had "square root" filed under "big discount" and forgot that a discount on a very slow thing is still a very slow thing.`,
                upvoters: [
                  "qubitwrangler",
                  "mara_lindqvist",
                  "priya_raman",
                  "satoshis_intern",
                  "ines_okafor",
                ],
              },
            ],
          },
        ],
      },
      {
        author: "qubitwrangler",
        hoursAfter: 4.4,
        text: "As to *when*: nobody can tell you, and I work on these machines. What I can offer is a list of what must happen first. Logical qubits by the thousand rather than one at a time, error rates per logical operation below about $10^{-12}$, and days of uninterrupted running. None of these can be hidden in a cellar until the last moment. You'll see them come, and it's the migration that takes years. So the thing to watch is whether the network is deciding, not whether the machine is finished.",
        upvoters: [
          "satoshis_intern",
          "priya_raman",
          "admin",
          "coldstorage_carl",
          "tobias.keller",
          "mara_lindqvist",
          "noor_haddad",
          "ines_okafor",
          "gradient_descent",
        ],
      },
      {
        author: "coldstorage_carl",
        hoursAfter: 7.5,
        text: "And whatever you do, do it from your own keys and on a day when nobody is shouting. More coins were lost running from a danger than to the danger.",
        upvoters: [
          "satoshis_intern",
          "admin",
          "tobias.keller",
          "deltaneutral",
          "yuki_tanaka",
          "leo.marchetti",
        ],
      },
    ],
  },
  {
    author: "yuki_tanaka",
    category: "quantum",
    title: "QKD sales bingo",
    tags: ["qkd", "security", "hot take"],
    hoursAgo: 1240,
    content: `I sat through a vendor day so you don't have to. Card for the next one:

- "Guaranteed by the laws of physics". The protocol is. The box is guaranteed by the people who soldered it, and detectors have been blinded with bright light before.
- "Unhackable". See box.
- "Replaces public-key cryptography". It needs an *authenticated* classical channel. Where does the first authentication key come from? (Silence, then: "pre-shared". So it's a key *expander*.)
- "Works over existing fibre". At 0.2 dB/km, 100 km leaves 1% of your photons and 300 km leaves one in a million.
- "So we use trusted nodes". A trusted node is a room in which your key lies in the clear. Ask who cleans it.
- "Future-proof, unlike ML-KEM, which could be broken". Could be! And yet for the price of one pair of boxes I can run ML-KEM with two other schemes hybridised on every laptop in the building.

Bingo if the speaker says "entanglement" for a prepare-and-measure device.`,
    upvoters: [
      "priya_raman",
      "mara_lindqvist",
      "coldstorage_carl",
      "ines_okafor",
      "gradient_descent",
      "leo.marchetti",
      "deltaneutral",
    ],
    downvoters: ["qubitwrangler", "tobias.keller", "noor_haddad"],
    comments: [
      {
        author: "qubitwrangler",
        hoursAfter: 3.0,
        text: `I downvoted, and owe you the reason. Every line is fair to the vendor and unfair to the subject. "The box may be faulty" is true of every HSM you have ever recommended. And there's a real property here that nothing else has: if the session was honest *at the time*, then no later advance in mathematics or hardware opens it. For a registry of genomes, or the state archives, fifty years is a real requirement.`,
        upvoters: [
          "priya_raman",
          "noor_haddad",
          "tobias.keller",
          "gradient_descent",
          "admin",
          "satoshis_intern",
        ],
        replies: [
          {
            author: "yuki_tanaka",
            hoursAfter: 4.2,
            text: "Fair hit on the HSM. On the fifty years: the key is everlasting but the *archive* gets encrypted with AES under it, because the rate is kilobits. So you rest on a computational assumption anyway, just a symmetric one. And symmetric with pre-shared keys you can have without a laser.",
            upvoters: ["priya_raman", "coldstorage_carl"],
            replies: [
              {
                author: "priya_raman",
                hoursAfter: 6.0,
                text: `You are each right about a different claim, I think.

- For *confidentiality with one-time pad* over a short link, the everlasting property is real, and unique.
- For *key agreement feeding AES*, it reduces to "AES plus trusted nodes", and a courier with a hard disk dominates it.

Nearly every product on sale is the second and is advertised as the first. I would put *that* in the middle square.`,
                upvoters: [
                  "yuki_tanaka",
                  "qubitwrangler",
                  "noor_haddad",
                  "ines_okafor",
                  "gradient_descent",
                  "mara_lindqvist",
                  "admin",
                ],
                replies: [
                  {
                    author: "qubitwrangler",
                    hoursAfter: 7.1,
                    text: "I can sign that.",
                    upvoters: ["priya_raman", "yuki_tanaka"],
                    replies: [
                      {
                        author: "yuki_tanaka",
                        hoursAfter: 7.3,
                        text: `Same. The middle square now reads "one-time pad on the slide, AES in the data sheet".`,
                        upvoters: [
                          "qubitwrangler",
                          "priya_raman",
                          "gradient_descent",
                          "satoshis_intern",
                          "admin",
                          "leo.marchetti",
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
        author: "tobias.keller",
        hoursAfter: 26,
        text: "A bank I once worked for had a courier with a hard disk. His name was Bruno and in nine years his error rate was zero. His bandwidth was considerable.",
        upvoters: [
          "yuki_tanaka",
          "priya_raman",
          "coldstorage_carl",
          "deltaneutral",
          "leo.marchetti",
          "admin",
          "satoshis_intern",
          "mara_lindqvist",
        ],
      },
    ],
  },
  {
    author: "mara_lindqvist",
    category: "quantum",
    title: "Grover on proof of work: the square root that keeps not mattering",
    tags: ["grover", "mining", "arithmetic"],
    hoursAgo: 1900,
    content: `Rant, with numbers, because this came up in three different calls this week.

Grover finds one marked item among $N$ in about $\\frac{\\pi}{4}\\sqrt{N}$ steps. A block takes $N \\approx 2^{79}$ hashes or so at present, so the claim goes: $2^{39.5}$ steps, and that's nothing! I can do $2^{39.5}$ things before breakfast!

You can. The quantum machine can't.

1. A step is a *reversible* double SHA-256 on logical qubits. Be generous: 100,000 logical cycles deep. Be generous again: 10 µs for a logical cycle. One step takes **one second**.
2. The steps are sequential. There's no splitting of one Grover run. With $k$ machines each searches $N/k$, for a gain of only $\\sqrt{k}$. A hundred machines are ten times as fast.
3. The block comes every ten minutes or so and your search starts again from the beginning. So you have 600 steps. Those cover about $(600 \\cdot 4/\\pi)^2 \\approx 5.8\\times10^5$ candidates.

One ordinary mining chip at $10^{14}$ hashes a second goes through $5.8\\times10^5$ candidates in **6 nanoseconds**.

I'm generous by orders of magnitude in the machine's favour and it loses to a space heater by eleven of them. Worry about signatures. Worry about bridges, as I do. Don't worry about this.`,
    upvoters: [
      "qubitwrangler",
      "priya_raman",
      "ines_okafor",
      "admin",
      "coldstorage_carl",
      "tobias.keller",
      "yuki_tanaka",
    ],
  },
];
