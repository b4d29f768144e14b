import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, sato, tobias, yuki } from "./cast.ts";

/** How to read a stablecoin rule. */
export const NEWS_READING: readonly DemoPost[] = [
  {
    author: noor,
    category: "news",
    title: "How to read a stablecoin rule in an hour: four questions, in this order",
    tags: ["regulation", "stablecoins", "how to read"],
    hoursAgo: 340,
    content: `Readers send me rules and ask "is this good or bad". I cannot answer that. What I can do is show you the order in which I read, because it saves me from the press release, which is always written in a different order.

## 1. Who is the subject of the verbs?

Open the text and look for "shall". Underline the noun before it. In a stablecoin rule it is usually the *issuer*, sometimes the *service provider*, rarely you. A rule that says "the issuer shall redeem" gives the holder something. A rule that says "the holder may request" gives the holder something else, and "the authority may require" gives you nothing until somebody acts.

The EU's regulation on crypto-assets is a good one to learn on, since it writes plainly. For e-money tokens: holders have a claim on the issuer, and redemption is *at any time and at par value*. The issuer shall not grant interest. You could stop there and know more than most threads.

## 2. Approved, or notified?

These two are mixed up more often than any other pair of words in my inbox.

| | Authority says yes beforehand | Authority is told |
|---|---|---|
| licence of the issuer | yes | |
| white paper, asset-referenced token | yes | |
| white paper, e-money token | | yes |
| white paper, other crypto-assets | | yes |

A notified white paper has **not been approved by anyone**. The document itself must say so, on the first page. If a project writes "our white paper was accepted by the regulator", it has told you something about the project.

## 3. What stands behind it, and where does it stand?

Look for three things and ignore the adjectives: what the reserve may consist of, who has custody of it, and what happens to it if they fail. "Segregated" is an accounting word until you find the sentence on insolvency. "Highly liquid" is a definition somewhere in an annex. Find it; there is often a percentage which must sit in plain bank deposits, and then the question is what happens if the *bank* fails.

## 4. When, and for whom not?

The last pages. Entry into force and date of application are different dates, often more than a year apart. Then come the transitional provisions: who may carry on as before, for how long, and whether a member state may shorten it. Most "it is now illegal to" stories are question 4 read as question 1.

## Then, and only then, the press release

Read it for what is *missing* compared with your notes. That is usually the story.

Exercises welcome. Post a rule below, I will post my four answers, and you may tell me where I am wrong. It would not be the first time: I had the third row of that table in the wrong column for a month.`,
    upvoters: [admin, mara, priya, tobias, ines, carl, yuki, sato, grad],
    comments: [
      {
        author: tobias,
        hoursAfter: 2.0,
        text: "Question 3 is the one we learnt the hard way on the desk. Everyone knew what the reserve was. Nobody had asked what day of the week it was. A reserve that settles on Monday is not a reserve on Saturday.",
        upvoters: [noor, mara, delta, priya, admin],
        replies: [
          {
            author: noor,
            hoursAfter: 3.2,
            text: "May I use that? With the vineyard, or without?",
            upvoters: [tobias],
            replies: [
              {
                author: tobias,
                hoursAfter: 3.5,
                text: "With. It sells wine.",
                upvoters: [noor, sato, leo, carl, admin, delta, ines, mara],
              },
            ],
          },
        ],
      },
      {
        author: delta,
        hoursAfter: 4.1,
        text: `"At any time and at par value" is in the rule. The market price is what someone with no account at the issuer gets at 4 am. Those are two instruments. The basis between them is the only honest rating a stablecoin has.`,
        upvoters: [tobias, mara, noor],
        downvoters: [carl],
        replies: [
          {
            author: noor,
            hoursAfter: 5.5,
            text: `I agree that the basis tells you more than an attestation. I would quarrel with "two instruments": under the rule every holder has the claim, not only account holders. What differs is how long it takes a stranger to exercise it. Which is a price, I grant you.`,
            upvoters: [priya, delta, ines],
            replies: [
              {
                author: delta,
                hoursAfter: 6.3,
                text: "So a claim with an unknown settlement time. I can price that. Fine: one instrument, with a free option written by the holder.",
                upvoters: [noor, tobias, mara],
              },
            ],
          },
        ],
      },
      {
        author: sato,
        hoursAfter: 8.0,
        text: `for question 1: the terms of the app I use say "we aim to process redemptions within". who is the subject of aim?`,
        upvoters: [carl],
        replies: [
          {
            author: noor,
            hoursAfter: 9.0,
            text: `Nobody, in the sense that matters. "Aim" is not a verb that a court can do much with. Check whether the terms say anywhere that the regulation prevails. If so, your claim is in the regulation and the app's aim is decoration.`,
            upvoters: [sato, priya, tobias, yuki, carl],
          },
        ],
      },
    ],
  },
];
