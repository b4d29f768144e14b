import type { DemoPost } from "../types.ts";
import { admin, carl, grad, ines, mara, noor, priya, qubit, yuki } from "./cast.ts";

/** Moving to post-quantum cryptography, in practice and in law. */
export const QUANTUM_MIGRATION: readonly DemoPost[] = [
  {
    author: priya,
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

Do not invent one. Ours hashes both secrets and the X25519 part of what was on the wire, in fixed order, all of fixed length:

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
    upvoters: [admin, mara, ines, qubit, yuki, carl, noor, grad],
    comments: [
      {
        author: yuki,
        hoursAfter: 2.0,
        text: `Surprise 2 is the good one. "The error counter went to zero" is how I find half of my bugs. Did you move the alarm to the first AEAD failure?`,
        upvoters: [priya, ines, admin],
        replies: [
          {
            author: priya,
            hoursAfter: 3.1,
            text: "To the ratio of completed handshakes to attempted ones, per pair of services. AEAD failures alone miss the case where the peer gives up before it sends anything.",
            upvoters: [yuki, mara],
          },
        ],
      },
      {
        author: mara,
        hoursAfter: 4.5,
        text: "Any numbers on certificates? Everyone shows key agreement because it looks good.",
        upvoters: [yuki, ines, noor],
        replies: [
          {
            author: priya,
            hoursAfter: 6.0,
            text: `Because it does not look good. One leaf and one intermediate, ML-DSA-65 throughout: two public keys and three signatures (two in the chain, one over the handshake):

$$2 \\times 1952 + 3 \\times 3309 = 13{,}831 \\text{ bytes}$$

against 256 with Ed25519. Add two transparency timestamps and it is 20 kB. A server may send around 14 kB before the first acknowledgement, so that is an extra round trip at every cold connection. There are better designs on the way, and I am in no hurry to deploy the worse ones.`,
            upvoters: [mara, yuki, qubit, grad, ines],
            replies: [
              {
                author: mara,
                hoursAfter: 7.2,
                text: "An extra round trip is 80 ms to half of our users. I'd rather have one fewer intermediate. Is it heresy to pin?",
                replies: [
                  {
                    author: priya,
                    hoursAfter: 8.8,
                    text: "Inside your own network it is housekeeping. On the public web it is how one becomes a cautionary tale.",
                    upvoters: [mara, admin, yuki, carl],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: noor,
        hoursAfter: 10,
        text: `On point 1: five months of inventory. Who did it in the end? The rules I read all say "the entity shall maintain a cryptographic inventory" as if it were a list that you already have in a drawer.`,
        upvoters: [admin, priya],
        replies: [
          {
            author: priya,
            hoursAfter: 12,
            text: "Two people and a passive tap. The questionnaires came back claiming 212 uses of TLS. The tap saw 1,390.",
            upvoters: [noor, yuki, mara, admin, carl, ines],
          },
        ],
      },
    ],
  },
  {
    author: noor,
    category: "quantum",
    title: `What the "quantum-safe by 2035" dates bind, and whom`,
    tags: ["regulation", "post-quantum", "policy"],
    hoursAgo: 1560,
    content: `I am asked about "the 2035 deadline" roughly once a week, as though there were one. So I went and sorted the documents on my desk by what they actually are.

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
    upvoters: [priya, admin, mara, yuki, qubit, ines, carl],
    comments: [
      {
        author: priya,
        hoursAfter: 5.0,
        text: "Useful. May I add to row one: standards bind through *validation*. If a procurement rule demands a validated module, an algorithm exists for that buyer only when a validated module implements it. That lag was longer than the standardisation's last round.",
        upvoters: [noor, yuki, admin],
        replies: [
          {
            author: noor,
            hoursAfter: 7.5,
            text: "That belongs in the table as its own row. I had overlooked it completely. Thank you.",
            upvoters: [priya],
          },
        ],
      },
    ],
  },
];
