import type { DemoPost } from "../types.ts";

/** What the machines mean for cryptography, and when. */
export const QUANTUM_CRYPTOGRAPHY: readonly DemoPost[] = [
  {
    by: "satoshis_intern",
    category: "quantum",
    title: "So when do I have to move my coins? (honest question)",
    tags: ["bitcoin", "post-quantum", "basics"],
    hoursAgo: 97,
    content: `I read one article that says quantum computers break bitcoin "within years" and one that says "never in our lifetime", both from people with a newsletter. I own very little, but it is mine.

Which part breaks? Is it the mining, the addresses, the wallet on my phone? And is there something I should do now that isn't buying somebody's quantum-proof coin?`,
    up: [
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
        by: "priya_raman",
        after: 0.8,
        text: `Three separate parts, which articles like to stir together:

1. **Signatures** (ECDSA, Schnorr). Shor's algorithm recovers the private key from the *public* key, on a large fault-tolerant machine. Such a machine does not exist today. This is the part that would break.
2. **Hashes** (SHA-256). Grover gives at most a square root, and it parallelises badly. They do not break in any practical sense.
3. **Your phone's wallet.** The seed is random bits. Quantum computers do not guess random bits faster than by that same square root.

What you can do now costs nothing: do not reuse addresses, and know which of your coins sit behind a public key that is already visible.`,
        up: [
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
            by: "satoshis_intern",
            after: 1.3,
            text: "visible where? isn't the address the public key?",
            up: ["leo.marchetti"],
            replies: [
              {
                by: "priya_raman",
                after: 1.9,
                text: `For the older types (beginning with 1 or bc1q) the address is a *hash* of the public key. The key itself appears on chain when you first spend from that address. Until then an attacker has only the hash, see point 2. If you spend part of it and leave the rest on the same address, the rest is behind a visible key.

Two exceptions: very early outputs that hold the bare key, and taproot addresses (bc1p), where the key is in the address itself.`,
                up: [
                  "satoshis_intern",
                  "coldstorage_carl",
                  "qubitwrangler",
                  "mara_lindqvist",
                  "gradient_descent",
                  "yuki_tanaka",
                ],
                replies: [
                  {
                    by: "tobias.keller",
                    after: 2.6,
                    text: "So I was told to upgrade to the newest address type, and did, and the newest type is the one which shows the key?",
                    up: ["coldstorage_carl", "satoshis_intern", "deltaneutral", "leo.marchetti"],
                    replies: [
                      {
                        by: "priya_raman",
                        after: 3.3,
                        text: "Yes. It was a deliberate trade, made for good reasons (smaller multisignatures, better privacy among spends), in the knowledge that *any* spend exposes the key for some minutes anyway. I would not move back in a hurry. If the network migrates, both types have to move.",
                        up: ["tobias.keller", "mara_lindqvist", "coldstorage_carl", "qubitwrangler"],
                        replies: [
                          {
                            by: "coldstorage_carl",
                            after: 4.0,
                            text: "Second half of the sentence is the one for the fridge door. Both have to move, and moving means a transaction per coin. If everybody does that in the same year at the current block size, get a chair.",
                            up: ["mara_lindqvist", "priya_raman", "tobias.keller", "satoshis_intern"],
                            replies: [
                              {
                                by: "mara_lindqvist",
                                after: 5.1,
                                text: "Back of the envelope: about 180 million unspent outputs, say 7 inputs a second for the whole chain if it does nothing else. $1.8\\times10^8 / 7$ seconds is 298 days. At a realistic quarter of the capacity, more than three years. And that is with today's signatures, which are some 40 times smaller than ML-DSA ones.",
                                up: [
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
        by: "deltaneutral",
        after: 1.5,
        text: "Mining goes first, surely? Whoever has the machine finds every block instantly. Then signatures are beside the point.",
        down: ["priya_raman", "qubitwrangler", "mara_lindqvist", "gradient_descent"],
        replies: [
          {
            by: "qubitwrangler",
            after: 2.2,
            text: "I don't think that holds up. Grover needs its steps *in sequence*, and each step here is a reversible double SHA-256 at logical clock speed. Mara posted the numbers here a while ago: in ten minutes such a machine does the work that an ordinary mining chip does in some nanoseconds. Mining is about the last thing one would use it for.",
            up: [
              "mara_lindqvist",
              "priya_raman",
              "satoshis_intern",
              "ines_okafor",
              "gradient_descent",
              "coldstorage_carl",
            ],
            replies: [
              {
                by: "deltaneutral",
                after: 3.7,
                text: `Read it. Withdrawn. I had "square root" filed under "big discount" and forgot that a discount on a very slow thing is still a very slow thing.`,
                up: ["qubitwrangler", "mara_lindqvist", "priya_raman", "satoshis_intern", "ines_okafor"],
              },
            ],
          },
        ],
      },
      {
        by: "qubitwrangler",
        after: 4.4,
        text: "As to *when*: nobody can tell you, and I work on these machines. What I can offer is a list of what must happen first. Logical qubits by the thousand rather than one at a time, error rates per logical operation below about $10^{-12}$, and days of uninterrupted running. None of these can be hidden in a cellar until the last moment. You will see them come, and it is the migration that takes years. So the thing to watch is whether the network is deciding, not whether the machine is finished.",
        up: [
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
        by: "coldstorage_carl",
        after: 7.5,
        text: "And whatever you do, do it from your own keys and on a day when nobody is shouting. More coins were lost running from a danger than to the danger.",
        up: ["satoshis_intern", "admin", "tobias.keller", "deltaneutral", "yuki_tanaka", "leo.marchetti"],
      },
    ],
  },
  {
    by: "priya_raman",
    category: "quantum",
    title: "ML-KEM is not a drop-in replacement: notes from a migration that went mostly well",
    tags: ["ml-kem", "tls", "migration", "lattices"],
    hoursAgo: 820,
    content: `I spent a good part of this year helping an organisation with about 1,400 internal services move key agreement to a hybrid of X25519 and ML-KEM-768. It is finished, it works, and the performance graphs are dull. What follows is what the plan did not foresee. (Lattice-based, on a site of that name; the jokes have been made.)

## What changes in kind

Diffie–Hellman is symmetric: both sides send the same type of thing, in any order. A KEM is not. One side publishes a key, the other encapsulates to it, and only then do both have a secret.

The security rests on module learning with errors. Given a random $\\mathbf{A} \\in R_q^{3\\times 3}$ and

$$\\mathbf{b} = \\mathbf{A}\\mathbf{s} + \\mathbf{e}, \\qquad R_q = \\mathbb{Z}_{3329}[x]/(x^{256}+1),$$

with $\\mathbf{s}$ and $\\mathbf{e}$ small, find $\\mathbf{s}$. Without $\\mathbf{e}$ this is a homework exercise. With it, no efficient algorithm is known, classical or quantum. ("None known" is the honest form for *every* scheme in the next table.)

## What changes in size

| | public key | ciphertext or signature |
|---|---|---|
| X25519 | 32 | 32 |
| ML-KEM-768 | 1,184 | 1,088 |
| Ed25519 | 32 | 64 |
| ML-DSA-44 | 1,312 | 2,420 |
| ML-DSA-65 | 1,952 | 3,309 |
| SLH-DSA-128s | 32 | 7,856 |

(bytes)

For key agreement, the client's share goes from 32 to 1,216 bytes. The CPU does not notice, since ML-KEM is *faster* than X25519 on most of our machines. The network does.

## Three surprises

**1. The second packet.** The ClientHello no longer fits one segment of about 1,400 bytes. That is legal and always has been. Two appliances, of two makes, read the first packet and treated the rest as garbage. Symptom: connections hang, but only to *some* services, and only from clients that already had the new library. It took nine days, seven of them spent blaming DNS.

**2. Silence instead of an error.** If a ciphertext is damaged, ML-KEM does not fail. Decapsulation returns a pseudorandom secret (implicit rejection), and you find out when the first authenticated message does not verify. This is correct and deliberate; an explicit error would be an oracle. But we had a monitor which counted handshake failures at the key agreement step. It went to zero, and people were pleased.

**3. Somebody had a struct.** In C, \`uint8_t shared[32]\` was fine. \`uint8_t pubkey[32]\` was not, and it had been copied into three languages and one database column.

## The combiner

Do not invent one. Ours hashes both secrets and what was on the wire, in fixed order, all of fixed length:

\`\`\`rust
let mut h = Sha3_256::new();
h.update(ss_mlkem);   // 32
h.update(ss_x25519);  // 32
h.update(ct_x25519);  // 32
h.update(pk_x25519);  // 32
h.update(LABEL);      // names the construction and its version
let shared: [u8; 32] = h.finalize().into();
\`\`\`

If either component stands, so does the result. We shall be glad of that if someone has a bad idea about lattices *or* a good idea about curves.

## What I would do first next time

1. Inventory. It took five months of the eight, and it is the part worth having even if no quantum computer is ever built.
2. Send large ClientHellos through every path *before* changing any cryptography. Padding is enough to find the appliances.
3. Keep signatures out of the first phase. Recorded traffic can be decrypted later; a signature cannot be forged in the past. The urgency differs, so let the schedules differ.`,
    up: [
      "admin",
      "mara_lindqvist",
      "ines_okafor",
      "qubitwrangler",
      "yuki_tanaka",
      "coldstorage_carl",
      "noor_haddad",
      "gradient_descent",
    ],
    comments: [
      {
        by: "yuki_tanaka",
        after: 2.0,
        text: `Surprise 2 is the good one. "The error counter went to zero" is how I find half of my bugs. Did you move the alarm to the first AEAD failure?`,
        up: ["priya_raman", "ines_okafor", "admin"],
        replies: [
          {
            by: "priya_raman",
            after: 3.1,
            text: "To the ratio of completed handshakes to attempted ones, per pair of services. AEAD failures alone miss the case where the peer gives up before it sends anything.",
            up: ["yuki_tanaka", "mara_lindqvist"],
          },
        ],
      },
      {
        by: "mara_lindqvist",
        after: 4.5,
        text: "Any numbers on certificates? Everyone shows key agreement because it looks good.",
        up: ["yuki_tanaka", "ines_okafor", "noor_haddad"],
        replies: [
          {
            by: "priya_raman",
            after: 6.0,
            text: `Because it does not look good. One leaf and one intermediate, ML-DSA-65 throughout: two public keys and three signatures (two in the chain, one over the handshake):

$$2 \\times 1952 + 3 \\times 3309 = 13{,}831 \\text{ bytes}$$

against 256 with Ed25519. Add two transparency timestamps and it is 20 kB. A server may send around 14 kB before the first acknowledgement, so that is an extra round trip at every cold connection. There are better designs on the way, and I am in no hurry to deploy the worse ones.`,
            up: ["mara_lindqvist", "yuki_tanaka", "qubitwrangler", "gradient_descent", "ines_okafor"],
            replies: [
              {
                by: "mara_lindqvist",
                after: 7.2,
                text: "An extra round trip is 80 ms to half of our users. I would rather have one fewer intermediate. Is it heresy to pin?",
                replies: [
                  {
                    by: "priya_raman",
                    after: 8.8,
                    text: "Inside your own network it is housekeeping. On the public web it is how one becomes a cautionary tale.",
                    up: ["mara_lindqvist", "admin", "yuki_tanaka", "coldstorage_carl"],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        by: "noor_haddad",
        after: 10,
        text: `On point 1: five months of inventory. Who did it in the end? The rules I read all say "the entity shall maintain a cryptographic inventory" as if it were a list that you already have in a drawer.`,
        up: ["admin", "priya_raman"],
        replies: [
          {
            by: "priya_raman",
            after: 12,
            text: "Two people and a passive tap. The questionnaires came back claiming 212 uses of TLS. The tap saw 1,390.",
            up: ["noor_haddad", "yuki_tanaka", "mara_lindqvist", "admin", "coldstorage_carl", "ines_okafor"],
          },
        ],
      },
    ],
  },
  {
    by: "yuki_tanaka",
    category: "quantum",
    title: "QKD sales bingo",
    tags: ["qkd", "security", "hot take"],
    hoursAgo: 1240,
    content: `I sat through a vendor day so that you need not. Card for the next one:

- "Guaranteed by the laws of physics". The protocol is. The box is guaranteed by the people who soldered it, and detectors have been blinded with bright light before.
- "Unhackable". See box.
- "Replaces public-key cryptography". It needs an *authenticated* classical channel. Where does the first authentication key come from? (Silence, then: "pre-shared". So it is a key *expander*.)
- "Works over existing fibre". At 0.2 dB/km, 100 km leaves 1% of your photons and 300 km leaves one in a million.
- "So we use trusted nodes". A trusted node is a room in which your key lies in the clear. Ask who cleans it.
- "Future-proof, unlike ML-KEM, which could be broken". Could be! And yet for the price of one pair of boxes I can run ML-KEM with two other schemes hybridised on every laptop in the building.

Bingo if the speaker says "entanglement" for a prepare-and-measure device.`,
    up: [
      "priya_raman",
      "mara_lindqvist",
      "coldstorage_carl",
      "ines_okafor",
      "gradient_descent",
      "leo.marchetti",
      "deltaneutral",
    ],
    down: ["qubitwrangler", "tobias.keller", "noor_haddad"],
    comments: [
      {
        by: "qubitwrangler",
        after: 3.0,
        text: `I downvoted, and owe you the reason. Every line is fair to the vendor and unfair to the subject. "The box may be faulty" is true of every HSM you have ever recommended. And there is a real property here that nothing else has: if the session was honest *at the time*, then no later advance in mathematics or hardware opens it. For a registry of genomes, or the state archives, fifty years is a real requirement.`,
        up: ["priya_raman", "noor_haddad", "tobias.keller", "gradient_descent", "admin", "satoshis_intern"],
        replies: [
          {
            by: "yuki_tanaka",
            after: 4.2,
            text: "Fair hit on the HSM. On the fifty years: the key is everlasting but the *archive* gets encrypted with AES under it, because the rate is kilobits. So you rest on a computational assumption anyway, just a symmetric one. And symmetric with pre-shared keys you can have without a laser.",
            up: ["priya_raman", "coldstorage_carl"],
            replies: [
              {
                by: "priya_raman",
                after: 6.0,
                text: `You are each right about a different claim, I think.

- For *confidentiality with one-time pad* over a short link, the everlasting property is real, and unique.
- For *key agreement feeding AES*, it reduces to "AES plus trusted nodes", and a courier with a hard disk dominates it.

Nearly every product on sale is the second and is advertised as the first. I would put *that* in the middle square.`,
                up: [
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
                    by: "qubitwrangler",
                    after: 7.1,
                    text: "I can sign that.",
                    up: ["priya_raman", "yuki_tanaka"],
                    replies: [
                      {
                        by: "yuki_tanaka",
                        after: 7.3,
                        text: `Same. The middle square now reads "one-time pad on the slide, AES in the data sheet".`,
                        up: [
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
        by: "tobias.keller",
        after: 26,
        text: "A bank I once worked for had a courier with a hard disk. His name was Bruno and in nine years his error rate was zero. His bandwidth was considerable.",
        up: [
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
    by: "noor_haddad",
    category: "quantum",
    title: `What the "quantum-safe by 2035" dates bind, and whom`,
    tags: ["regulation", "post-quantum", "policy"],
    hoursAgo: 1560,
    content: `I am asked about "the 2035 deadline" about once a week, as though there were one. So I went and sorted the documents on my desk by what they actually are.

| Kind of text | Whom it binds | Typical wording |
|---|---|---|
| standard (the algorithms themselves) | nobody, until something else refers to it | "specifies" |
| transition guidance from a standards body | whoever a contract or a rule ties to that body | "deprecated after", "disallowed after" |
| government memorandum | agencies, and through procurement their suppliers | "shall, to the extent practicable" |
| sector regulation | the regulated firm | "state of the art", "appropriate", seldom a date |
| an agency's recommendation | nobody | "should" |

The year that everyone quotes comes mostly from rows two and three. Row four, the one with fines in it, hardly ever names an algorithm or a year. It says that you must keep up with the state of the art. Which means that the dates in row two become binding *sideways*: once a standards body calls something deprecated, it is hard to tell a supervisor that it was state of the art.

Engineers like to bring the inequality $x + y > z$: if the years your data must stay secret plus the years your migration takes exceed the years until the machine, you are already late. I have yet to read a rule that contains it. I have read several impact assessments that do, and I suspect that is where it does its work.

Two requests. If you write "regulation requires post-quantum cryptography by 2035", say which. And if you sell something, please do not send me the press release.`,
    up: [
      "priya_raman",
      "admin",
      "mara_lindqvist",
      "yuki_tanaka",
      "qubitwrangler",
      "ines_okafor",
      "coldstorage_carl",
    ],
    comments: [
      {
        by: "priya_raman",
        after: 5.0,
        text: "Useful. May I add to row one: standards bind through *validation*. If a procurement rule demands a validated module, an algorithm exists for that buyer only when a validated module implements it. That lag was longer than the standardisation's last round.",
        up: ["noor_haddad", "yuki_tanaka", "admin"],
        replies: [
          {
            by: "noor_haddad",
            after: 7.5,
            text: "That belongs in the table as its own row. I had overlooked it completely. Thank you.",
            up: ["priya_raman"],
          },
        ],
      },
    ],
  },
  {
    by: "mara_lindqvist",
    category: "quantum",
    title: "Grover on proof of work: the square root that keeps not mattering",
    tags: ["grover", "mining", "arithmetic"],
    hoursAgo: 1900,
    content: `Rant, with numbers, because this came up in three different calls this week.

Grover finds one marked item among $N$ in about $\\frac{\\pi}{4}\\sqrt{N}$ steps. A block takes $N \\approx 2^{79}$ hashes or so at present, so the claim goes: $2^{39.5}$ steps, and that is nothing! I can do $2^{39.5}$ things before breakfast!

You can. The quantum machine can't.

1. A step is a *reversible* double SHA-256 on logical qubits. Be generous: 100,000 logical cycles deep. Be generous again: 10 µs for a logical cycle. One step takes **one second**.
2. The steps are sequential. There is no splitting of one Grover run. With $k$ machines each searches $N/k$, for a gain of only $\\sqrt{k}$. A hundred machines are ten times as fast.
3. The block comes every ten minutes or so and your search starts again from the beginning. So you have 600 steps. Those cover about $(600 \\cdot 4/\\pi)^2 \\approx 5.8\\times10^5$ candidates.

One ordinary mining chip at $10^{14}$ hashes a second goes through $5.8\\times10^5$ candidates in **6 nanoseconds**.

I am generous by orders of magnitude in the machine's favour and it loses to a space heater by eleven of them. Worry about signatures. Worry about bridges, as I do. Do not worry about this.`,
    up: [
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
