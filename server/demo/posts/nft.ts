import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

export const NFT_POSTS: readonly DemoPost[] = [
  {
    author: leo,
    category: "nft",
    title: "Putting a 9 KB drawing machine on chain: what it cost and what I'd do differently",
    tags: ["generative art", "on-chain", "solidity", "gas"],
    hoursAgo: 806,
    content: `My plotter piece is a program of 9,000 bytes. Seed in, drawing out. I wanted it to live on the chain itself, because I've already outlived two hosting companies. I draw for a living and write contracts under protest, so read this as a field diary.

## First attempt: a string

\`string public script;\` and a setter. Each 32-byte word written to fresh storage costs 22,100 gas:

$$\\lceil 9000 / 32 \\rceil \\cdot 22100 \\approx 6.2\\ \\text{million gas}$$

I closed the laptop and went for a walk.

## Second attempt: pretend it's code

Storing bytes as the *code of a contract* costs 200 gas a byte. You deploy a contract that's nothing but your data, with one zero byte in front so that nobody can ever run it, and read it back like this:

\`\`\`solidity
function read(address at) internal view returns (bytes memory out) {
    uint256 size = at.code.length - 1;      // skip the zero byte
    out = new bytes(size);
    assembly {
        extcodecopy(at, add(out, 32), 1, size)
    }
}
\`\`\`

| | bytes | gas |
|---|---:|---:|
| storage words | 9,000 | 6.2 M |
| as code | 9,000 | 2.0 M |
| as code, gzipped | 3,400 | 0.8 M |

Gzip is allowed because browsers can unpack it themselves now (\`DecompressionStream\`). One contract holds up to 24,576 bytes, so I didn't even need to cut it into pieces.

## What nobody told me

**\`Math.sin\` isn't the same everywhere.** The language leaves the last digits to the engine. My piece feeds a sine back into itself four thousand times, and in one browser the heron had three legs. I replaced it with a table of 1,024 integers.

**Neither is \`Math.random\`, obviously**, so:

\`\`\`ts
// integers only, so that every engine agrees
let s = seed >>> 0 || 1;
const next = () => {
  s ^= s << 13;
  s ^= s >>> 17;
  s ^= s << 5;
  return (s >>> 0) / 2 ** 32;
};
\`\`\`

**Fonts are a dependency.** I had one letter in it, my initial. It's now a path.

**The data URI is long.** Some marketplaces give up on \`tokenURI\` after a second or so. I cut the curve count for the preview and kept the full one for the page.

## What I'd do differently

1. Freeze the drawing *before* the contract. I deployed three times because of a grey.
2. Write a test that renders seeds 1 to 100 in three browsers and compares hashes. I did it last. Do it first.
3. Have somebody read the contract. Yuki did, for a drawing. Cheapest audit on record.

The heron is fine. It has the legs it should have, forever, or for as long as there are nodes, which I've decided to treat as the same thing.`,
    upvoters: [yuki, mara, grad, sato, admin, qubit, ines, tobias, priya, noor],
    comments: [
      {
        author: mara,
        hoursAfter: 3,
        text: '"For as long as there are nodes" has small print: contract code is state, and every full node keeps state. Calldata and blobs are cheaper and not a promise anyone made you. You chose the right drawer.',
        upvoters: [leo, priya, yuki],
        replies: [
          {
            author: leo,
            hoursAfter: 4,
            text: 'A friend told me blobs are "basically free storage". How long do they stay?',
            replies: [
              {
                author: mara,
                hoursAfter: 4.5,
                text: "About eighteen days.",
                upvoters: [yuki, carl],
                replies: [
                  {
                    author: leo,
                    hoursAfter: 4.6,
                    text: "An exhibition, then. Honestly tempting.",
                    upvoters: [mara, noor, grad, admin, priya],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: grad,
        hoursAfter: 10,
        text: "The `Math.sin` thing bites in ML as well: same model, same seed, different GPU, different picture after fifty steps. I didn't expect to have this in common with a heron.",
        upvoters: [leo, ines],
      },
      {
        author: qubit,
        hoursAfter: 31,
        text: "Three-legged version for sale? Asking for my office.",
        upvoters: [leo, admin, mara],
        replies: [
          {
            author: leo,
            hoursAfter: 33,
            text: "Paper only. Edition of one. It's yours for explaining decoherence to my nephew, who is eight.",
            upvoters: [qubit, sato, priya],
          },
        ],
      },
    ],
  },
  {
    author: sato,
    category: "nft",
    title: "If the picture sits on somebody's server, what exactly did I buy?",
    tags: ["metadata", "beginner"],
    hoursAgo: 76,
    content: `Looked up the contract of the one NFT I own. \`tokenURI\` gives me a web address, the web address gives me a JSON, the JSON gives me another web address, and that one is the picture.

So the chain says I own number 2,204 of something, and the something is a link to a link. Am I missing a step?`,
    upvoters: [leo, noor, yuki, carl, tobias],
    comments: [
      {
        author: yuki,
        hoursAfter: 0.8,
        text: "No. Look for three things, from weak to strong:\n\n1. `https://…`: the server's operator decides what 2,204 looks like.\n2. `ipfs://…`: the address *is* a hash of the content, so it can't be swapped, but it disappears once no one has a copy. You can store one yourself.\n3. `data:…`: it's in the contract.\n\nAnd check whether the contract has `setBaseURI` and who may call it. With that, number 2 is number 1.",
        upvoters: [sato, leo, mara, carl],
        replies: [
          {
            author: sato,
            hoursAfter: 1.2,
            text: "It is `ipfs://` and there's a `setBaseURI`, owner only. So a good lock on a door that someone else can move.",
            upvoters: [yuki, leo, noor],
          },
        ],
      },
      {
        author: noor,
        hoursAfter: 5,
        text: "And the legal half: owning the token gives you the token. Copyright stays with the artist unless a licence says otherwise. Many collections say something about it on a website that can change, like the picture.",
        upvoters: [leo, tobias],
        replies: [
          {
            author: leo,
            hoursAfter: 6,
            text: "From the other side of the counter: people who buy a print don't get the copyright either, and nobody feels cheated. The trouble began when it was sold as more than a signed print.",
            upvoters: [noor, sato, tobias, carl],
          },
        ],
      },
    ],
  },
  {
    author: noor,
    category: "nft",
    title: "Royalties after enforcement: I asked 31 artists for their numbers",
    tags: ["royalties", "erc-2981", "artists"],
    hoursAgo: 504,
    content: `ERC-2981 lets a contract *state* a royalty. It cannot collect one: the standard is a function that returns an address and an amount, and the marketplace may pay it or not. When buyers could choose, most chose not.

31 artists sent me figures, small and middling, under a promise of no names. Share of secondary sales on which any royalty was paid:

| | Two years ago | Last six months |
|---|---:|---:|
| median artist | 92% | 17% |
| best quarter | 97% or more | 41% or more |
| worst quarter | 80% or less | 4% or less |

Four told me they stopped minting. Nine raised their first price. Two said it made no difference because nobody resold their work anyway.

Whether a trader *owes* the artist anything is a question I will not settle here. What I can report is that people counted on it for a living after being told it was "in the code".

Self-selected sample: angry people answer more emails.`,
    upvoters: [leo, tobias, sato, carl, ines],
    downvoters: [delta, grad],
    comments: [
      {
        author: delta,
        hoursAfter: 1,
        text: "A voluntary fee went to zero. That's what they do.",
        upvoters: [grad, tobias],
        downvoters: [leo],
        replies: [
          {
            author: leo,
            hoursAfter: 1.5,
            text: "It wasn't sold to me as voluntary. It said 7.5% on the page, with a lock icon.",
            upvoters: [noor, sato, carl],
            replies: [
              {
                author: yuki,
                hoursAfter: 3,
                text: "You *can* enforce it by refusing transfers that don't come through a paying contract. I've reviewed two of those. Both broke gifts, both broke moving to your own cold wallet, and both were evaded by wrapping the token and trading the wrapper.",
                upvoters: [delta, mara, carl, leo],
                replies: [
                  {
                    author: leo,
                    hoursAfter: 4,
                    text: "Then I'd rather not. A drawing you can't give to your daughter isn't yours.",
                    upvoters: [yuki, noor, delta, tobias, admin, carl],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: tobias,
        hoursAfter: 9,
        text: "For comparison, the old world: in the EU an artist gets a resale right by law, 4% of the first 50,000, falling after that, at most 12,500 per sale, and only when a professional is involved. It took a directive and a collecting society. Code did not replace those, it just left them out.",
        upvoters: [noor, leo, ines, priya],
      },
    ],
  },
];
