import type { DemoPost } from "../types.ts";

/** How to read rules, claims and other long texts. */
export const NEWS_READING: readonly DemoPost[] = [
  {
    author: "noor_haddad",
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

Look for three things and ignore the adjectives: what the reserve may consist of, who holds it, and what happens to it if the holder fails. "Segregated" is an accounting word until you find the sentence on insolvency. "Highly liquid" is a definition somewhere in an annex. Find it; there is often a percentage which must sit in plain bank deposits, and then the question is what happens if the *bank* fails.

## 4. When, and for whom not?

The last pages. Entry into force and date of application are different dates, often more than a year apart. Then come the transitional provisions: who may carry on as before, for how long, and whether a member state may shorten it. Most "it is now illegal to" stories are question 4 read as question 1.

## Then, and only then, the press release

Read it for what is *missing* compared with your notes. That is usually the story.

Exercises welcome. Post a rule below, I will post my four answers, and you may tell me where I am wrong. It would not be the first time: I had the third row of that table in the wrong column for a month.`,
    upvoters: [
      "admin",
      "mara_lindqvist",
      "priya_raman",
      "tobias.keller",
      "ines_okafor",
      "coldstorage_carl",
      "yuki_tanaka",
      "satoshis_intern",
      "gradient_descent",
    ],
    comments: [
      {
        author: "tobias.keller",
        hoursAfter: 2.0,
        text: "Question 3 is the one we learnt by fire on the desk. Everyone knew what the reserve was. Nobody had asked what day of the week it was. A reserve that settles on Monday is not a reserve on Saturday.",
        upvoters: ["noor_haddad", "mara_lindqvist", "deltaneutral", "priya_raman", "admin"],
        replies: [
          {
            author: "noor_haddad",
            hoursAfter: 3.2,
            text: "May I use that? With the vineyard, or without?",
            upvoters: ["tobias.keller"],
            replies: [
              {
                author: "tobias.keller",
                hoursAfter: 3.5,
                text: "With. It sells wine.",
                upvoters: [
                  "noor_haddad",
                  "satoshis_intern",
                  "leo.marchetti",
                  "coldstorage_carl",
                  "admin",
                  "deltaneutral",
                  "ines_okafor",
                  "mara_lindqvist",
                ],
              },
            ],
          },
        ],
      },
      {
        author: "deltaneutral",
        hoursAfter: 4.1,
        text: `"At par, at any time" is in the rule. The market price is what someone with no account at the issuer gets at 4 am. Those are two instruments. The basis between them is the only honest rating a stablecoin has.`,
        upvoters: ["tobias.keller", "mara_lindqvist", "noor_haddad"],
        downvoters: ["coldstorage_carl"],
        replies: [
          {
            author: "noor_haddad",
            hoursAfter: 5.5,
            text: `I agree that the basis tells you more than an attestation. I would quarrel with "two instruments": under the rule every holder has the claim, not only account holders. What differs is how long it takes a stranger to exercise it. Which is a price, I grant you.`,
            upvoters: ["priya_raman", "deltaneutral", "ines_okafor"],
            replies: [
              {
                author: "deltaneutral",
                hoursAfter: 6.3,
                text: "So a claim with an unknown settlement time. I can price that. Fine: one instrument, with a free option written by the holder.",
                upvoters: ["noor_haddad", "tobias.keller", "mara_lindqvist"],
              },
            ],
          },
        ],
      },
      {
        author: "satoshis_intern",
        hoursAfter: 8.0,
        text: `for question 1: the terms of the app I use say "we aim to process redemptions within". who is the subject of aim?`,
        upvoters: ["coldstorage_carl"],
        replies: [
          {
            author: "noor_haddad",
            hoursAfter: 9.0,
            text: `Nobody, in the sense that matters. "Aim" is not a verb that a court can do much with. Look whether the terms say anywhere that the regulation prevails. If so, your claim is in the regulation and the app's aim is decoration.`,
            upvoters: ["satoshis_intern", "priya_raman", "tobias.keller", "yuki_tanaka", "coldstorage_carl"],
          },
        ],
      },
    ],
  },
  {
    author: "noor_haddad",
    category: "news",
    title: "Weekly reading thread: what did you read that was longer than a headline?",
    tags: ["weekly", "reading"],
    hoursAgo: 26,
    isPinned: true,
    content: `The usual rules. One thing, one sentence on what it says, one on why you believe it or do not. Papers, rules, manuals, court filings, source code. Links if they are public.

Mine: 214 pages of consultation responses on custody rules. 190 of them are the same letter with different letterheads. Page 131 is from one retired bookkeeper who found an error in a worked example, and she is right.`,
    upvoters: [
      "admin",
      "mara_lindqvist",
      "priya_raman",
      "ines_okafor",
      "satoshis_intern",
      "coldstorage_carl",
      "gradient_descent",
    ],
    comments: [
      {
        author: "mara_lindqvist",
        hoursAfter: 1.0,
        text: `An audit report of 96 pages for a bridge I shall not name. Findings: two high, five medium, "acknowledged". I believe the findings. It's "acknowledged" I'd like to see audited.`,
        upvoters: ["yuki_tanaka", "noor_haddad", "priya_raman", "coldstorage_carl", "ines_okafor"],
        replies: [
          {
            author: "yuki_tanaka",
            hoursAfter: 1.7,
            text: `"Acknowledged" means the client read the sentence. "Resolved" means the auditor read the fix. People lose money in the gap between those two words.`,
            upvoters: [
              "mara_lindqvist",
              "noor_haddad",
              "priya_raman",
              "coldstorage_carl",
              "satoshis_intern",
              "admin",
            ],
            replies: [
              {
                author: "satoshis_intern",
                hoursAfter: 2.4,
                text: `so before I use something I should search its report for "acknowledged"?`,
                upvoters: ["yuki_tanaka"],
                replies: [
                  {
                    author: "yuki_tanaka",
                    hoursAfter: 2.9,
                    text: "Honestly, as a five-minute check, it beats nearly everything else you could do. Then see whether the commit that was audited is the one that's deployed.",
                    upvoters: [
                      "satoshis_intern",
                      "mara_lindqvist",
                      "priya_raman",
                      "noor_haddad",
                      "coldstorage_carl",
                    ],
                    replies: [
                      {
                        author: "satoshis_intern",
                        hoursAfter: 5.0,
                        text: "I did it for the one I use. Three acknowledged, one of them about withdrawals, and the commit is from fourteen months before the deployment. I have withdrawn. It worked, and my hands are a bit cold",
                        upvoters: [
                          "yuki_tanaka",
                          "mara_lindqvist",
                          "noor_haddad",
                          "coldstorage_carl",
                          "priya_raman",
                          "tobias.keller",
                        ],
                        replies: [
                          {
                            author: "yuki_tanaka",
                            hoursAfter: 5.4,
                            text: "Nothing may ever happen there. You still did the right thing on what you knew. Well done.",
                            upvoters: [
                              "satoshis_intern",
                              "mara_lindqvist",
                              "noor_haddad",
                              "coldstorage_carl",
                              "admin",
                              "ines_okafor",
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
        author: "gradient_descent",
        hoursAfter: 3.2,
        text: `The *appendix* of a paper on long-context evaluation, because of @ines_okafor's bio. Says that 40% of the "long" questions can be answered from the last 2k tokens. I believe it, I checked fifty by hand and got 22.`,
        upvoters: ["ines_okafor", "qubitwrangler", "priya_raman", "noor_haddad"],
        replies: [
          {
            author: "ines_okafor",
            hoursAfter: 4.0,
            text: "I have never been prouder of a bio.",
            upvoters: ["gradient_descent", "noor_haddad", "leo.marchetti", "admin"],
          },
        ],
      },
      {
        author: "leo.marchetti",
        hoursAfter: 7.5,
        text: `The service manual of a pen plotter from 1987. It says that the pen must be "lowered without anger" (I think it's the translation). I believe every word.`,
        upvoters: [
          "tobias.keller",
          "satoshis_intern",
          "noor_haddad",
          "admin",
          "gradient_descent",
          "mara_lindqvist",
          "qubitwrangler",
          "coldstorage_carl",
          "priya_raman",
          "ines_okafor",
        ],
      },
      {
        author: "coldstorage_carl",
        hoursAfter: 11,
        text: `The terms of my home insurance, all of it, after the drill. It covers "data carriers" up to the price of the empty carrier. I believe that too.`,
        upvoters: ["noor_haddad", "tobias.keller", "yuki_tanaka", "satoshis_intern", "admin"],
      },
    ],
  },
  {
    author: "priya_raman",
    category: "news",
    title: `Before you share "quantum computer breaks encryption": a checklist of seven questions`,
    tags: ["quantum", "media", "checklist"],
    hoursAgo: 610,
    content: `A new one goes round every few weeks. Seven questions settle nearly all of them, and none needs a degree.

1. **Which scheme?** "Military-grade encryption" is not a scheme. RSA, elliptic curves and AES fail, or stand, for quite different reasons.
2. **Which key size?** Factoring a 22-bit number is an exercise. 2048 bits is the question, and the distance between them is not a factor of 93.
3. **Were the factors known beforehand?** Many demonstrations compile the circuit using the answer. Then the machine confirms what it has been told.
4. **Does it scale, and what was the classical part?** If a laptop does the hard step and the quantum device does a small optimisation, ask how the laptop's share grows.
5. **Is it the algorithm or one implementation?** Side channels are real and serious. They are also fixed by a patch.
6. **Who has tried to reproduce it?** A preprint is an invitation.
7. **What would the authors have to believe to sell it instead?** A working break is worth more unannounced.

If an article survives all seven, please send it to me at any hour. It will ruin my tea, and I shall be grateful.`,
    upvoters: [
      "qubitwrangler",
      "noor_haddad",
      "yuki_tanaka",
      "admin",
      "mara_lindqvist",
      "ines_okafor",
      "coldstorage_carl",
      "tobias.keller",
      "satoshis_intern",
      "gradient_descent",
    ],
    comments: [
      {
        author: "qubitwrangler",
        hoursAfter: 2.0,
        text: "I'd add an eighth from our side: *how many two-qubit gates ran, and at what fidelity?* $0.995^{2000} \\approx 4\\times10^{-5}$. When someone claims to have run a deep circuit on bare physical qubits, that one multiplication is usually the end of it.",
        upvoters: ["priya_raman", "yuki_tanaka", "mara_lindqvist", "gradient_descent", "noor_haddad"],
        replies: [
          {
            author: "priya_raman",
            hoursAfter: 3.4,
            text: "Adopted as number 4b, so the title can keep its seven.",
            upvoters: ["qubitwrangler", "noor_haddad", "admin"],
          },
        ],
      },
      {
        author: "tobias.keller",
        hoursAfter: 9.0,
        text: "Number 7 I quarrel with. Scientists give away things worth a fortune every week, it is practically the job. On the desk we called it the efficient-market joke: nobody picks up the banknote, since if it were real, somebody would have.",
        upvoters: ["qubitwrangler", "gradient_descent", "deltaneutral", "ines_okafor"],
        replies: [
          {
            author: "priya_raman",
            hoursAfter: 10.5,
            text: "You are right, and it is the weakest of the seven. I have thought about it over two pots. Replace it by: *what would be visible elsewhere if this were true?* Emergency advisories, rotated roots, standards people cancelling holidays. Their absence is evidence, and it assumes nothing about anyone's greed.",
            upvoters: [
              "tobias.keller",
              "qubitwrangler",
              "noor_haddad",
              "yuki_tanaka",
              "admin",
              "mara_lindqvist",
            ],
          },
        ],
      },
    ],
  },
];
