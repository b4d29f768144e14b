import type { DemoPost } from "../types.ts";
import { admin, carl, delta, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** Payments, rules and nodes in practice. */
export const CRYPTO_PRACTICE: readonly DemoPost[] = [
  {
    author: sato,
    category: "crypto",
    title: 'Payment "unconfirmed" for two days. Is it gone?',
    tags: ["bitcoin", "fees", "support"],
    hoursAgo: 903,
    isLocked: true,
    content: `I paid for a second-hand keyboard on Tuesday. Wallet says *unconfirmed*, seller says nothing arrived, my balance is already smaller. Fee was "economy", 1 sat/vB I think.

Is the money gone? Should I send it again?`,
    upvoters: [leo],
    comments: [
      {
        author: carl,
        hoursAfter: 0.4,
        text: 'Not gone, and **do not send it again as a new payment**: both could confirm. It is waiting in line behind people who offered more. Does the wallet offer "bump fee" or "speed up"?',
        upvoters: [sato, yuki, admin],
        replies: [
          {
            author: sato,
            hoursAfter: 0.7,
            text: `There's a "speed up" button but it's grey.`,
            replies: [
              {
                author: mara,
                hoursAfter: 1.1,
                text: "Then it was probably sent without signalling replacement, or the wallet can't do it. Second way: your change output from that payment is yours. Spend it to yourself with a high fee. A miner who wants that fee must take the parent too (child pays for parent).\n\nAim for the *average*: to lift a 141 vB parent at 1 sat/vB and a 110 vB child to 8 sat/vB you need $251 \\times 8 - 141 = 1867$ sat on the child.",
                upvoters: [carl, sato, priya],
                replies: [
                  {
                    author: sato,
                    hoursAfter: 2.9,
                    text: "Did exactly that, 1,900 sat. Both confirmed in the next block. The keyboard is mine and I understand one more thing than this morning. Thank you!",
                    upvoters: [mara, carl, admin, tobias],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: admin,
        hoursAfter: 70,
        text: 'Solved, so I am locking this before a helpful stranger with a "transaction accelerator" finds it. Two have been removed already. If you got here by search: bump the fee if you can, otherwise spend the change, and nobody needs your seed words for either.',
        upvoters: [sato, carl, yuki, mara],
      },
    ],
  },
  {
    author: noor,
    category: "crypto",
    title: "What the EU transfer rules say about your own wallet, in plain words",
    tags: ["regulation", "travel rule", "self-custody"],
    hoursAgo: 309,
    content: `I keep meeting two claims: "self-custody is banned" and "nothing changed". Both are wrong, so I reread Regulation (EU) 2023/1113 with a pencil.

- It puts duties on **service providers**. A payment between two people's own wallets is outside it altogether.
- When a provider sends to or receives from a self-hosted address, it must collect information about originator and beneficiary, at any amount.
- Above **1,000 euros** to or from a self-hosted address of *its own customer*, it must also verify that the customer owns or controls the address.
- How to verify is left to the provider: a signed message, a small transfer, other suitable means. A signed message is the one that costs you least.
- Having a self-hosted wallet is no offence and needs no registration.

What is open: how strictly providers read "suitable", and what happens with multisig, where "the customer controls it" is a half-truth. I asked two compliance officers and got three answers.

This is reporting, not legal advice. I will update it when the guidance does.`,
    upvoters: [carl, tobias, sato, priya, ines, admin],
    comments: [
      {
        author: carl,
        hoursAfter: 3,
        text: 'Practical note: many providers\' "sign a message" forms accept only old-style addresses. Ask before you move: with native segwit or Taproot you may be offered the small transfer instead.',
        upvoters: [noor, sato],
      },
      {
        author: tobias,
        hoursAfter: 15,
        text: "Two officers, three answers is a good ratio. We used to budget for four.",
        upvoters: [noor, admin, delta],
      },
    ],
  },
  {
    author: tobias,
    category: "crypto",
    title: "Three years of a node in the wine cellar: what broke",
    tags: ["node", "bitcoin", "hardware"],
    hoursAgo: 1512,
    content: `Used office computer, 90 euros, four cores, 16 GB, sitting between the pump and the 2019 Riesling. In order of appearance:

- **Month 1.** First sync took six days because I left \`dbcache\` at its default. With 8 GB of it, the second sync (see month 19) took 31 hours on the same box.
- **Month 7.** Clock drifted after a power cut. Node thought the blocks came from the future. Battery on the board, 2 euros.
- **Month 19.** The cheap SSD died at 94% of its rated writes. I had ignored the number for a year. It is the one number to watch.
- **Month 26.** Humidity. Corroded network socket. It now lives in a lunch box with a bag of rice, against the advice of everyone who knows anything.
- **Month 31.** I upgraded on a Friday evening. Eleven years on a desk and I had to learn that again.

The config that survived:

\`\`\`bash
# bitcoin.conf
server=1
dbcache=2000        # after the first sync; 8000 during it
maxuploadtarget=20000
onlynet=onion
blocksonly=0
\`\`\`

Cost including power: about 11 euros a month. What it gives me: nobody else tells me what I own. What it does not give me: better wine.`,
    upvoters: [carl, admin, mara, qubit, leo, sato],
    comments: [
      {
        author: admin,
        hoursAfter: 5,
        text: "This site's server is in a cupboard and I felt bad about that until now. `smartctl -a` in a weekly cron job, and email yourself the wear figure.",
        upvoters: [tobias, carl, leo],
      },
      {
        author: qubit,
        hoursAfter: 30,
        text: "My lab keeps things at 10 millikelvin and has had fewer problems than you have had with one lunch box.",
        upvoters: [tobias, mara, ines, admin, priya],
      },
    ],
  },
  {
    author: admin,
    category: "crypto",
    title: "House rule: screenshots of wallets",
    tags: ["meta", "rules"],
    hoursAgo: 2065,
    content: `Crop them. If a picture shows seed words, a QR code of a private key or an unlocked recovery screen, I delete it at once and write to you, and you should treat that wallet as gone and move everything the same minute.

Yes, this happened. No, I will not say who. They were fast and it went fine.`,
    upvoters: [carl, yuki, mara, tobias, ines],
  },
];
