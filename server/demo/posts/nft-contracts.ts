import type { DemoPost } from "../types.ts";
import { admin, carl, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** Token contracts, provenance, and what a buyer gets. */
export const NFT_CONTRACTS: readonly DemoPost[] = [
  {
    author: yuki,
    category: "nft",
    title: "_safeMint calls the buyer. Count before you call.",
    tags: ["solidity", "reentrancy", "audit"],
    hoursAgo: 1402,
    content: `The word "safe" in \`_safeMint\` means: it asks the receiver, if the receiver is a contract, whether it can handle the token. Asking means calling. Calling means handing over control in the middle of your function.

\`\`\`solidity
function mint() external {
    require(minted[msg.sender] < 2, "limit");
    _safeMint(msg.sender, nextId++);   // receiver runs here
    minted[msg.sender] += 1;           // too late
}
\`\`\`

The receiver's \`onERC721Received\` calls \`mint()\` again while \`minted\` is still 0, and again, until the block is full or the edition is.

The fix is one moved line:

\`\`\`solidity
function mint() external {
    require(minted[msg.sender] < 2, "limit");
    minted[msg.sender] += 1;
    _safeMint(msg.sender, nextId++);
}
\`\`\`

A reentrancy guard works as well. I still prefer the order, because a guard on this function says nothing about the *other* function that reads \`minted\`.

Per-address limits don't limit people, by the way. They limit addresses.`,
    upvoters: [leo, mara, priya, admin],
    comments: [
      {
        author: leo,
        hoursAfter: 5,
        text: 'So `_mint` would have been safer than `_safeMint`. Whoever names these things also named "impermanent loss".',
        upvoters: [yuki, mara, sato, tobias],
      },
      {
        author: mara,
        hoursAfter: 20,
        text: "For completeness: `_mint` to a contract that can't transfer tokens burns the token in practice. Each name protects against a different person being careless.",
        upvoters: [yuki, leo],
      },
    ],
  },
  {
    author: grad,
    category: "nft",
    title: "Has anyone used tokens for provenance of model weights?",
    tags: ["provenance", "open weights"],
    hoursAgo: 9.3,
    content: `I publish fine-tunes, and people re-upload them with one layer nudged so the hash differs. Idea: mint a token per release, hash of the weights inside, link to the parent's token. A family tree.

It doesn't stop anyone. It would show who was first. Pointless, or mildly useful?`,
    upvoters: [leo, ines],
    comments: [
      {
        author: priya,
        hoursAfter: 1,
        text: '"Who was first" needs only a timestamp: put the hash in a Merkle tree, publish the root once a day, cost near zero. The token adds a market, which you did not ask for.',
        upvoters: [yuki, mara, ines, carl],
        replies: [
          {
            author: grad,
            hoursAfter: 1.8,
            text: "That's annoyingly better. The family tree would then be a field in a signed manifest?",
            upvoters: [priya],
            replies: [
              {
                author: priya,
                hoursAfter: 2.5,
                text: "Yes. Parent hash, your key, date. The parent cannot be forced to consent, so read it as a claim by the child.",
                upvoters: [grad, ines],
              },
            ],
          },
        ],
      },
    ],
  },
  {
    author: leo,
    category: "nft",
    title: "Buyer wants the token without the paper",
    tags: ["plotter", "editions"],
    hoursAgo: 1655,
    content: `Each of my drawings is one sheet and one token. A collector writes: please send only the token, he has no walls left.

So I have a 70 by 100 sheet, signed, sold, and unwanted by its owner. I offered to store it. He asked whether storage was included. My flat has now become a freeport.`,
    upvoters: [tobias, noor, sato, mara, qubit, admin],
  },
];
