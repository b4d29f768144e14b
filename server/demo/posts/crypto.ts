import type { DemoPost } from "../types.ts";
import { CRYPTO_FIGURES } from "./crypto-figures.ts";
import { CRYPTO_THREADS } from "./crypto-threads.ts";

/** Longer posts. */
const CRYPTO_ESSAYS: readonly DemoPost[] = [
  {
    author: "coldstorage_carl",
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

I do it on my birthday. Restore copy B on a spare device, look at one address, reread the letter, change the phone number in it that has gone stale. Forty minutes, then cake.

## When to ignore all this

If two people must agree before money moves, or the sum would change several lives, look at 2-of-3 multisig. Then back up the **descriptor** along with the seeds: to rebuild a 2-of-3 script you need all three public keys, so two seeds alone may leave you staring at coins you cannot find.

Whether you should own any of this I could not tell you. I only know how to avoid losing it twice.`,
    upvoters: [
      "admin",
      "mara_lindqvist",
      "tobias.keller",
      "ines_okafor",
      "qubitwrangler",
      "satoshis_intern",
      "yuki_tanaka",
      "leo.marchetti",
      "priya_raman",
      "noor_haddad",
      "gradient_descent",
    ],
    comments: [
      {
        author: "satoshis_intern",
        hoursAfter: 1.5,
        text: "Why no photo? My phone is encrypted and has a fingerprint lock.",
        upvoters: ["leo.marchetti", "tobias.keller"],
        replies: [
          {
            author: "coldstorage_carl",
            hoursAfter: 2.1,
            text: "Where was the photo thirty seconds after you took it?",
            upvoters: ["satoshis_intern", "yuki_tanaka", "admin", "mara_lindqvist"],
            replies: [
              {
                author: "satoshis_intern",
                hoursAfter: 2.4,
                text: "...in the family cloud album. Which the kitchen tablet shows as a slideshow. Right. Paper it is.",
                upvoters: [
                  "coldstorage_carl",
                  "admin",
                  "mara_lindqvist",
                  "tobias.keller",
                  "ines_okafor",
                  "leo.marchetti",
                ],
                replies: [
                  {
                    author: "leo.marchetti",
                    hoursAfter: 9,
                    text: "Somewhere a seed phrase is on rotation between a beach and a birthday cake.",
                    upvoters: ["satoshis_intern", "coldstorage_carl", "qubitwrangler"],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: "yuki_tanaka",
        hoursAfter: 6,
        text: 'Two clarifications.\n\n1. Step 4: restore onto the *same* device or another hardware wallet. People hear "test the restore" and type the words into a desktop wallet, at which point the seed is hot for good.\n2. Step 5: the address must be read on the device\'s screen. Malware on the computer can show you the same wrong address twice.',
        upvoters: ["coldstorage_carl", "priya_raman", "admin", "mara_lindqvist", "ines_okafor"],
        replies: [
          {
            author: "coldstorage_carl",
            hoursAfter: 8,
            text: "Second one is edited in. First one I see monthly, so I will leave your comment to say it better than I did.",
            upvoters: ["yuki_tanaka"],
          },
        ],
      },
      {
        author: "priya_raman",
        hoursAfter: 30,
        text: 'For anyone in the "some of them found" row: with twelve words the checksum is 4 bits, so one missing word at a known place leaves $2048/16 = 128$ candidates. Two missing words at known places leave $2048^2/16 = 262{,}144$. That is still one evening on a laptop against a known address. Please do it offline, and please do not pay a "recovery service" to do it for you.',
        upvoters: ["coldstorage_carl", "yuki_tanaka", "qubitwrangler", "satoshis_intern"],
      },
      {
        author: "mara_lindqvist",
        hoursAfter: 52,
        text: "I disagree about the last section being a footnote. Past a certain sum a single seed is a single point of failure no matter how many steel plates you stamp, because any *one* copy that leaks is everything. 2-of-3 changes that.",
        upvoters: ["yuki_tanaka", "gradient_descent"],
        downvoters: ["tobias.keller"],
        replies: [
          {
            author: "coldstorage_carl",
            hoursAfter: 55,
            text: "On paper, yes. In my forty cases, three had multisig, and all three came to me because the setup had outlived their memory of it. The best scheme is the one your sister can follow from a letter.",
            upvoters: ["tobias.keller", "leo.marchetti", "admin"],
            replies: [
              {
                author: "mara_lindqvist",
                hoursAfter: 57,
                text: `Survivorship the other way round, though: people whose multisig quietly works never phone you. But "your sister and a letter" is a fair test, and mine would fail it today. I'll write the letter.`,
                upvoters: ["coldstorage_carl", "ines_okafor", "priya_raman", "noor_haddad"],
              },
            ],
          },
        ],
      },
      {
        author: "noor_haddad",
        hoursAfter: 120,
        text: "Please do not put the words in the will itself. In several countries a will becomes a public record once probate is granted. Put the *location of the letter* in it.",
        upvoters: ["coldstorage_carl", "tobias.keller", "satoshis_intern", "priya_raman", "admin"],
      },
    ],
  },
  {
    author: "mara_lindqvist",
    category: "crypto",
    title: "Most bridges are a multisig wearing a diagram",
    tags: ["bridges", "rollups", "security", "rant"],
    hoursAgo: 421,
    content: `I was asked to review the bridge section of a design document last week. Fourteen boxes, nine arrows, the word "trustless" four times. After two hours I had reduced it to one sentence:

> Five of eight keys can mint anything.

That is a legitimate design. It is also all the reader needed to know, and it was on page 23.

## Three ways to learn what another chain did

**1. Somebody tells you.** A committee signs "event X happened over there". Security is the committee. Slashing changes what a lie costs them and leaves the loss where it fell.

**2. Somebody tells you and others may object.** Optimistic. One honest watcher is enough, provided that (a) the watcher can post during the window, (b) the window is longer than the worst censorship you assume, and (c) somebody has an income that depends on watching.

**3. You check.** A light client verifying consensus, or a validity proof of one. Security is that of the two chains plus your verifier's code. Slow to build, expensive to run, and the only one of the three where the diagram is the product.

A rollup's own bridge is a fourth thing. The parent chain *is* the judge of the rollup's state, so there is no third party to ask. People see a six-day difference between the native exit and the fast one and call the native bridge broken. The fast one is somebody lending you their money.

## What I ask now, in this order

1. Who can make the destination mint or release without a matching lock? Names or addresses.
2. Who can change the code, and how long do I have to leave after they announce it?
3. If all operators go home tomorrow, can I still withdraw? Show me the transaction.
4. What is the cap? If there is none, why?

Question 3 empties the room.

## The number I wish people printed

Let $V$ be the value locked and $C$ the cost of corrupting the quorum. The bridge is honest by economics only while $V < C$. For a 5-of-8 with operators who post no bond, $C$ is the price of five laptops and a bad weekend. Print $V$ next to that and nobody needs the diagram.

## A worked example, names removed

The page says: *secured by eight independent operators, threshold five.*

| What the page says | What I found in an afternoon |
|---|---|
| eight operators | eight keys, six companies |
| independent | four of the eight run in one cloud region |
| threshold five | five, and a proxy admin who can replace the contract |
| governed by a DAO | the proxy admin is a 2-of-3 of founders |
| 48 hour timelock | on parameters; code changes have none |

So the honest threshold is two. Nobody lied. Each row is true when read by itself, which is how a page gets read.

## "But ours has never been exploited"

Neither has the key under my doormat. I do not publish the address.

I do use bridges, with amounts and durations I can lose, and so will you. I would just like the label on the tin to name what is inside.`,
    upvoters: [
      "yuki_tanaka",
      "priya_raman",
      "coldstorage_carl",
      "ines_okafor",
      "noor_haddad",
      "tobias.keller",
      "gradient_descent",
      "admin",
    ],
    downvoters: ["deltaneutral"],
    comments: [
      {
        author: "deltaneutral",
        hoursAfter: 1.2,
        text: "I bridge to get a hedge on in 40 seconds. Native exit takes a week. In a week the trade is over. Committee risk for 40 seconds is a rounding error.",
        upvoters: ["tobias.keller", "leo.marchetti"],
        downvoters: ["coldstorage_carl"],
        replies: [
          {
            author: "mara_lindqvist",
            hoursAfter: 1.8,
            text: "For you, yes. You hold the risk for 40 seconds. The wrapped token on the other side holds it for as long as it exists, and it sits in pools whose depositors never chose a bridge.",
            upvoters: ["yuki_tanaka", "priya_raman", "noor_haddad", "ines_okafor"],
            replies: [
              {
                author: "deltaneutral",
                hoursAfter: 2.3,
                text: "Pool depositors get paid for it.",
                downvoters: ["yuki_tanaka"],
                replies: [
                  {
                    author: "yuki_tanaka",
                    hoursAfter: 3,
                    text: "Are they? Compare the yield of two otherwise equal pools, one with the native asset and one with the wrapped one. In the three I looked at, the difference was under 0.3% a year. Nobody is pricing five laptops at 0.3%.",
                    upvoters: ["mara_lindqvist", "ines_okafor", "priya_raman", "tobias.keller"],
                    replies: [
                      {
                        author: "deltaneutral",
                        hoursAfter: 4.5,
                        text: "Fine. That's too cheap. Which makes it a trade.",
                        upvoters: ["mara_lindqvist", "yuki_tanaka", "gradient_descent", "tobias.keller"],
                        replies: [
                          {
                            author: "tobias.keller",
                            hoursAfter: 6,
                            text: "Every desk I worked on had one person who heard a safety lecture and came back with a position. We kept him. He was usually right about the price and wrong about the date.",
                            upvoters: ["deltaneutral", "mara_lindqvist", "leo.marchetti", "admin"],
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
        author: "gradient_descent",
        hoursAfter: 5,
        text: "Naive question: why does a zk light client not just end this discussion? Prove consensus, verify on chain, done?",
        upvoters: ["satoshis_intern"],
        replies: [
          {
            author: "priya_raman",
            hoursAfter: 7,
            text: "It ends the part about *who tells you*. It leaves finality (what if the source chain reorganises past what you proved), the prover's liveness, and the verifier contract, which is usually upgradeable by, you guessed it, five of eight keys.",
            upvoters: ["mara_lindqvist", "gradient_descent", "yuki_tanaka"],
            replies: [
              {
                author: "gradient_descent",
                hoursAfter: 7.4,
                text: "So it's committees all the way down until someone throws away the admin key.",
                upvoters: ["priya_raman", "coldstorage_carl"],
              },
            ],
          },
        ],
      },
      {
        author: "noor_haddad",
        hoursAfter: 26,
        text: 'Stealing "page 23" for every prospectus I read from now on.',
        upvoters: ["mara_lindqvist"],
      },
    ],
  },
];

export const CRYPTO_POSTS: readonly DemoPost[] = [...CRYPTO_ESSAYS, ...CRYPTO_FIGURES, ...CRYPTO_THREADS];
