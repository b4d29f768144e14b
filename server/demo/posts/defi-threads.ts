import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** A debate about transaction ordering, and a beginner's question. */
export const DEFI_THREADS: readonly DemoPost[] = [
  {
    author: mara,
    category: "defi",
    title: "First come, first served is an auction too. You pay in fibre.",
    tags: ["mev", "sequencers", "rollups"],
    hoursAgo: 1304,
    content: `Every few months someone proposes that a rollup's sequencer should order by arrival, because auctions are "extractive". I'd like to retire that argument.

When an opportunity worth $v$ appears, $n$ searchers see it. Under a priority auction they bid in fees, and the chain receives close to $v$. Under arrival order they bid in racks next to the sequencer, and the hosting company receives close to $v$. The money is spent in both cases. Only the recipient differs, and one of the two can fund the protocol.

Arrival order has a second cost. If a losing attempt costs a fraction of a cent, the best answer to jitter is to send forty copies. On one arrival-ordered chain whose blocks I sampled, about a third of all gas in busy hours went to reverted arbitrage.

Ordering is worth money. Decide who gets it.`,
    upvoters: [priya, ines, yuki, grad, noor, qubit],
    downvoters: [delta, leo],
    comments: [
      {
        author: delta,
        hoursAfter: 1,
        text: "As a user: arrival order never sandwiched me. Auction did, twice in one week.",
        upvoters: [leo, carl, sato],
        replies: [
          {
            author: mara,
            hoursAfter: 1.5,
            text: "That's the mempool being private, which arrival-ordered sequencers happen to have. You can have a private mempool and an auction.",
            upvoters: [priya, yuki],
            replies: [
              {
                author: delta,
                hoursAfter: 2,
                text: "Private to whom. The sequencer sees it. In the arrival world it has no lever. Give it an auction and it has one.",
                upvoters: [yuki, carl],
                replies: [
                  {
                    author: mara,
                    hoursAfter: 3,
                    text: 'It has the same lever in both worlds: it decides what "arrived" means. Nobody can check the clock of a single machine from outside.',
                    upvoters: [priya, ines, qubit],
                    replies: [
                      {
                        author: tobias,
                        hoursAfter: 5,
                        text: "We had this on exchanges. First they swore by price-time priority. Then people dug straight tunnels for cables through mountains to save three milliseconds. One venue coiled up 38 miles of fibre to slow everyone by 350 microseconds, and that was considered the *sane* proposal.",
                        upvoters: [mara, ines, grad, qubit, leo, noor],
                        replies: [
                          {
                            author: grad,
                            hoursAfter: 7,
                            text: "So why not batches? Collect for 250 ms, clear at one price, order inside the batch doesn't matter. No race, no auction.",
                            upvoters: [tobias, priya],
                            replies: [
                              {
                                author: mara,
                                hoursAfter: 8,
                                text: 'For swaps in one pool, yes, and I like them. But a block also has liquidations, mints, oracle updates and calls between contracts. "One price" has no meaning for most of those. Whoever liquidates first inside the batch still wins the bonus.',
                                upvoters: [yuki, grad],
                                replies: [
                                  {
                                    author: ines,
                                    hoursAfter: 11,
                                    text: "Could that part be measured? If liquidations and oracle backruns are 10% of the ordering value, batches solve 90%. If they are 60%, Mara is right. Does anyone have the split?",
                                    upvoters: [mara, priya, grad],
                                    replies: [
                                      {
                                        author: yuki,
                                        hoursAfter: 29,
                                        text: "I classified two weeks on one rollup. Plain DEX arbitrage 71% of extracted value, liquidations 17%, oracle backruns 8%, the rest I couldn't classify. One chain, a calm fortnight. In a crash the liquidation share will be far larger.",
                                        upvoters: [ines, mara, grad, delta, priya],
                                        replies: [
                                          {
                                            author: mara,
                                            hoursAfter: 31,
                                            text: "71% is more than I'd have bet. I still wouldn't call arrival order fair, but I take back that an auction is the only serious answer. Batches for the pools, auction for the remainder.",
                                            upvoters: [yuki, grad, ines, tobias, delta, admin],
                                            replies: [
                                              {
                                                author: delta,
                                                hoursAfter: 33,
                                                text: "And I'd take that over getting sandwiched. Someone screenshot this, we agreed.",
                                                upvoters: [mara, tobias, leo, admin],
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
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: priya,
        hoursAfter: 20,
        text: "Threshold encryption of the mempool deserves a line: nobody, the sequencer included, reads a transaction before its position is fixed. The price is one more committee and a round of latency. I would pay it for a lending market and not for a game.",
        upvoters: [mara, yuki],
      },
      {
        author: leo,
        hoursAfter: 60,
        text: "Reading this as somebody who mints once a month: whatever you decide, please let me click the button and get the thing at the price it said.",
        upvoters: [sato, carl, admin, delta],
      },
    ],
  },
  {
    author: sato,
    category: "defi",
    title: 'What is an "approval" and why does my wallet list eleven of them?',
    tags: ["erc-20", "approvals", "beginner"],
    hoursAgo: 12.2,
    content: `I swapped tokens maybe fifteen times this year. Today I found a page in my wallet called *Token approvals*. Eleven entries, nine of them say **Unlimited**. I don't remember agreeing to "unlimited" anything.

Are these subscriptions? Do I cancel them? Does it cost?`,
    upvoters: [leo, carl, yuki, noor, admin],
    comments: [
      {
        author: yuki,
        hoursAfter: 0.5,
        text: `An ERC-20 contract can't "receive" your tokens the way it receives ether. So you first write into the token's ledger: *contract X may take up to N of mine*. Then X takes them in a second transaction. The interface asked for N = the largest number possible so that you wouldn't have to do it again.\n\nThe entry stays after the swap. If X has a bug in three years, or is upgradeable and its owner goes rogue, it may take everything you hold of that token then.`,
        upvoters: [sato, carl, mara, leo, priya],
        replies: [
          {
            author: sato,
            hoursAfter: 0.9,
            text: "So it's a direct debit mandate, except the limit is all my money and I signed it by clicking the blue button.",
            upvoters: [yuki, noor, tobias, carl, admin],
            replies: [
              {
                author: noor,
                hoursAfter: 1.6,
                text: "And without the eight weeks in which a bank must give it back. I am going to use that sentence.",
                upvoters: [sato, tobias],
              },
            ],
          },
        ],
      },
      {
        author: carl,
        hoursAfter: 2,
        text: "To your questions: no, yes, a little. Revoking is setting N to zero, about 30,000 gas each, cents on a rollup. Start with the tokens you hold most of and the contracts you do not recognise. From now on edit the number on the blue-button screen to what you are swapping.",
        upvoters: [sato, yuki, leo],
        replies: [
          {
            author: mara,
            hoursAfter: 3.4,
            text: "Also be careful with *signatures*. With permit (EIP-2612) the same permission is given by a signed message, so no transaction, no gas, and it won't show in your history until someone uses it.",
            upvoters: [yuki, carl, priya],
            replies: [
              {
                author: sato,
                hoursAfter: 3.9,
                text: "I liked this hobby better an hour ago. Revoked nine, cost me 0.31 in total.",
                upvoters: [carl, mara, admin, leo, yuki],
              },
            ],
          },
        ],
      },
    ],
  },
];
