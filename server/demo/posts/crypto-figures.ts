import type { DemoPost } from "../types.ts";
import { admin, carl, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** Posts with measurements. */
export const CRYPTO_FIGURES: readonly DemoPost[] = [
  {
    author: priya,
    category: "crypto",
    title: "What a post-quantum signature would cost a chain, in bytes",
    tags: ["post-quantum", "signatures", "bitcoin", "migration"],
    hoursAgo: 702,
    content: `The question I get most often is "when". I cannot answer it. The question I *can* answer is "how large", and it decides more of the design than people expect.

| Scheme | Public key | Signature | Sum | Resists Shor |
|---|---:|---:|---:|:--:|
| ECDSA, secp256k1 | 33 | ~71 | 104 | no |
| Schnorr (BIP 340) | 32 | 64 | 96 | no |
| Falcon-512 | 897 | ~666 | 1,563 | yes |
| ML-DSA-44 | 1,312 | 2,420 | 3,732 | yes |
| SLH-DSA-128s | 32 | 7,856 | 7,888 | yes |

Take a plain Bitcoin payment, one input and two outputs, about 561 weight units, and swap the witness. A block holds 4,000,000 units:

- today: about 7,100 such payments
- Falcon-512: about 1,980
- ML-DSA-44: about 950
- SLH-DSA-128s: about 480

That is before anyone argues about a new discount for larger witnesses, and they will.

**On accounts** the picture differs. A contract wallet can verify any scheme if the chain gives it the operation at a sane price, so Ethereum's path is account abstraction plus a precompile. The bytes are still paid for, mostly as calldata by rollups, where signature aggregation inside a proof helps a great deal: the proof does not care how big the things it checked were.

**What is exposed already.** Coins whose public key is on the chain: early pay-to-pubkey outputs, every reused address, and Taproot outputs, which carry the key in the open. Hashed addresses that were never spent from are covered until the moment they spend, and then race the block.

**What I would do first**, before any new signature: define the *format*. A new output type that commits to a tree of keys of several schemes lets people publish a hash today and decide later which leaf to reveal. A hash costs 32 bytes. Regret is larger.

I would rather be early with the format and late with the scheme than the reverse.`,
    upvoters: [qubit, mara, yuki, ines, carl, grad, noor, admin, leo],
    comments: [
      {
        author: qubit,
        hoursAfter: 3,
        text: "From the hardware side, since someone will ask: breaking a 256-bit curve needs a couple of thousand *logical* qubits and on the order of $10^{11}$ Toffoli gates. Published physical counts for RSA-2048 fell from twenty million to under one million in six years without any new hardware, purely by better compilation and codes. That trend is the one that worries me. Our chips improve slowly. The algorithms people have no fabrication queue.",
        upvoters: [priya, mara, ines, yuki, grad],
        replies: [
          {
            author: carl,
            hoursAfter: 5,
            text: "So should a normal person with coins on a never-reused native segwit address do anything this year?",
            upvoters: [sato, tobias],
            replies: [
              {
                author: priya,
                hoursAfter: 6,
                text: 'No. Keep not reusing it. And be suspicious of anyone selling you a "quantum-safe wallet" for a chain whose consensus does not know the scheme.',
                upvoters: [carl, qubit, sato, noor, yuki],
              },
            ],
          },
        ],
      },
      {
        author: yuki,
        hoursAfter: 11,
        text: "Falcon looks like the obvious choice from the table, so for the record why it isn't: signing needs Gaussian sampling with floating point, and constant-time implementations on a hardware wallet's microcontroller are where I'd expect to earn my fee. Verification is easy. Signing is a side-channel exam.",
        upvoters: [priya, mara, qubit],
        replies: [
          {
            author: priya,
            hoursAfter: 12,
            text: "Agreed, and I should have said so beside the table. Small signatures, delicate signer.",
            upvoters: [yuki],
          },
        ],
      },
    ],
  },
  {
    author: ines,
    category: "crypto",
    title:
      "I labelled 1,212 of my own and my family's transactions by hand to see how often the usual clustering heuristics are wrong, and the answer surprised me twice: once up and once down",
    tags: ["privacy", "on-chain analysis", "measurement"],
    hoursAgo: 1148,
    content: `Chain analysis papers report clusters. They rarely report how often a cluster is wrong, because ground truth is hard to come by. I have a little: five people, six years, three wallets each at most, all of us patient enough to sit down with a spreadsheet. 1,212 transactions where I know who owned every input and which output was change.

**Common-input ownership** ("all inputs of a transaction belong to one person")

- 1,171 of 1,212 hold: 96.6%.
- 38 of the 41 failures come from one habit: two of us joined inputs to pay a shared bill, on purpose, because it was fun.
- Without that couple: 99.7%.

**Change detection** (fresh address, same script type, odd-looking amount)

- Applied when it gave an answer: 838 transactions.
- Right in 702: **83.8%**.
- Wallets that mix script types do worse: 71%.

I had expected the first to be shaky and the second to be fine, and got the opposite.

The point that matters: errors multiply along a chain of hops. At 83.8% per hop, six hops of following change are right with probability

$$0.838^{6} \\approx 0.35,$$

if the errors are independent. They are not (same wallet, same mistake), which makes some trails perfectly right and others wrong from the first step. A single "confidence: high" on a twelve-hop graph says nothing I can use.

Limits: five people, one country, no exchange users, and a sample that likes spreadsheets. Do not quote the decimals. Quote the shape.`,
    upvoters: [priya, noor, yuki, carl, mara, grad],
    comments: [
      {
        author: noor,
        hoursAfter: 4,
        text: "I have read three expert reports this year that follow change for more than ten hops. None gave an error per hop. May I point people at this?",
        upvoters: [ines, priya],
        replies: [
          {
            author: ines,
            hoursAfter: 6,
            text: 'Please do, with the limits paragraph attached. The figures are weak evidence. The question "what is your per-hop error, and how was it measured" is a strong one.',
            upvoters: [noor, yuki, carl],
          },
        ],
      },
      {
        author: grad,
        hoursAfter: 20,
        text: "Did your family know they were volunteering for a labelling job?",
        upvoters: [leo, sato],
        replies: [
          {
            author: ines,
            hoursAfter: 21,
            text: "They were told there would be dinner. There was dinner. It had a header row.",
            upvoters: [grad, noor, leo, admin, qubit, mara],
          },
        ],
      },
    ],
  },
];
