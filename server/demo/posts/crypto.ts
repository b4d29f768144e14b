import type { DemoPost } from "../types.ts";
import { admin, carl, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** A long guide to self-custody. */
export const CRYPTO_ESSAYS: readonly DemoPost[] = [
  {
    author: carl,
    category: "crypto",
    title: "Read this before you move coins to self-custody: the boring checklist I give to friends",
    tags: ["self-custody", "backup", "hardware wallet", "guide"],
    hoursAgo: 1698,
    content: `I have held my own keys since 2013. I lost coins once in that time and no thief was involved: I encrypted a wallet file, felt clever, and forgot the clever part. Nearly everyone I have helped since had some version of that story. So this list treats **you** as the main threat, with thieves a distant second.

Corrections welcome. I edit them in.

## Before anything else

- Decide what amount would cost you sleep. Below it a phone wallet is fine and you can stop reading.
- Decide who should reach the coins if you cannot. If the answer is "nobody", say that out loud to the person who would have inherited them.
- Set aside a weekend. None of this is hard. All of it goes wrong in a hurry.

## What I set up for most people

One hardware wallet, one seed. No passphrase, no multisig, no words split between drawers.

1. Buy the device from its maker and check the firmware with the maker's own tool.
2. Let the device generate the seed. Words that come printed in the box belong to somebody else.
3. Write them by hand. No photo, no printer, no notes app.
4. **Wipe the device and restore it from the paper.** Everyone skips this. It is the only step that proves you have a backup.
5. Compare the first receive address, on the device's own screen, before and after.
6. Send a small amount in. Send it back out. Then move the rest in two or three parts.

## Three copies, two media, one place you can still find

| Copy | Medium | Where | Guards against |
|---|---|---|---|
| A | paper | home, findable | a dead device |
| B | steel | another building | fire, flood |
| C | steel, sealed | someone you trust, or a bank box | you, being dead |

## What really goes wrong

My tally from forty people I helped, or failed to help:

| Cause | Cases | Recovered |
|---|---:|---:|
| Words lost, or only some of them found | 14 | 9 |
| Forgot a passphrase or file password | 9 | 2 |
| Typed the words into a site or a "support" chat | 8 | 0 |
| Died, and the heirs knew nothing | 5 | 1 |
| Device broke, backup was fine | 4 | 4 |

Look at the last row. The thing people worry about most is the one that never cost anybody a coin.

One missing word out of twelve is an annoyance: 2,048 candidates if you know its position, and the checksum throws out fifteen in sixteen of those. A forgotten passphrase has no such mercy.

## Checking without trusting the wallet

If you can use a terminal, do this once on an offline machine and compare with what the device shows:

\`\`\`bash
# first three receive addresses of a native segwit account
DESC='wpkh([d34db33f/84h/0h/0h]xpub.../0/*)'
bitcoin-cli getdescriptorinfo "$DESC"            # prints the checksum
bitcoin-cli deriveaddresses "$DESC#checksum" '[0,2]'
\`\`\`

## The letter

One handwritten page kept with copy C. It says what this is, which program opens it, whom to phone, and this sentence:

> Nobody honest will ever ask you to type these words into a website.

It does not contain the words.

## Once a year

I do it on my birthday. Restore copy B on a spare device, look at one address, reread the letter, update any phone number in it that has gone stale. Forty minutes, then cake.

## When to ignore all this

If two people must agree before money moves, or the sum would change several lives, look at 2-of-3 multisig. Then back up the **descriptor** along with the seeds: to rebuild a 2-of-3 script you need all three public keys, so two seeds alone may leave you staring at coins you cannot find.

Whether you should own any of this I could not tell you. I only know how to avoid losing it twice.`,
    upvoters: [admin, mara, tobias, ines, qubit, sato, yuki, leo, priya, noor, grad],
    comments: [
      {
        author: sato,
        hoursAfter: 1.5,
        text: "Why no photo? My phone is encrypted and has a fingerprint lock.",
        upvoters: [leo, tobias],
        replies: [
          {
            author: carl,
            hoursAfter: 2.1,
            text: "Where was the photo thirty seconds after you took it?",
            upvoters: [sato, yuki, admin, mara],
            replies: [
              {
                author: sato,
                hoursAfter: 2.4,
                text: "...in the family cloud album. Which the kitchen tablet shows as a slideshow. Right. Paper it is.",
                upvoters: [carl, admin, mara, tobias, ines, leo],
                replies: [
                  {
                    author: leo,
                    hoursAfter: 9,
                    text: "Somewhere a seed phrase is on rotation between a beach and a birthday cake.",
                    upvoters: [sato, carl, qubit],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: yuki,
        hoursAfter: 6,
        text: 'Two clarifications.\n\n1. Step 4: restore onto the *same* device or another hardware wallet. People hear "test the restore" and type the words into a desktop wallet, at which point the seed is hot for good.\n2. Step 5: the address must be read on the device\'s screen. Malware on the computer can show you the same wrong address twice.',
        upvoters: [carl, priya, admin, mara, ines],
        replies: [
          {
            author: carl,
            hoursAfter: 8,
            text: "Second one is edited in. First one I see monthly, so I will leave your comment to say it better than I did.",
            upvoters: [yuki],
          },
        ],
      },
      {
        author: priya,
        hoursAfter: 30,
        text: 'For anyone in the "some of them found" row: with twelve words the checksum is 4 bits, so one missing word at a known place leaves $2048/16 = 128$ candidates. Two missing words at known places leave $2048^2/16 = 262{,}144$. That is still one evening on a laptop against a known address. Please do it offline, and please do not pay a "recovery service" to do it for you.',
        upvoters: [carl, yuki, qubit, sato],
      },
      {
        author: mara,
        hoursAfter: 52,
        text: "I disagree about the last section being a footnote. Past a certain sum a single seed is a single point of failure no matter how many steel plates you stamp, because any *one* copy that leaks is everything. 2-of-3 changes that.",
        upvoters: [yuki, grad],
        downvoters: [tobias],
        replies: [
          {
            author: carl,
            hoursAfter: 55,
            text: "On paper, yes. In my forty cases, three had multisig, and all three came to me because the setup had outlived their memory of it. The best scheme is the one your sister can follow from a letter.",
            upvoters: [tobias, leo, admin],
            replies: [
              {
                author: mara,
                hoursAfter: 57,
                text: `Survivorship the other way round, though: people whose multisig quietly works never phone you. But "your sister can follow from a letter" is a fair test, and mine would fail it today. I'll write the letter.`,
                upvoters: [carl, ines, priya, noor],
              },
            ],
          },
        ],
      },
      {
        author: noor,
        hoursAfter: 120,
        text: "Please do not put the words in the will itself. In several countries a will becomes a public record once probate is granted. Put the *location of the letter* in it.",
        upvoters: [carl, tobias, sato, priya, admin],
      },
    ],
  },
];
