import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** Experiments with models in daily work. */
export const AI_EXPERIMENTS: readonly DemoPost[] = [
  {
    author: tobias,
    category: "ai",
    title: "The vineyard's frost alarm now has a language model in it. It is worse. That is all.",
    tags: ["field notes"],
    hoursAgo: 11.5,
    content:
      "Old alarm: rings at 1.5 °C. New alarm: sends a thoughtful paragraph at 1.5 °C, about the interplay of dew point and cold air drainage, to a phone that does not ring for messages.",
    upvoters: [admin, sato, leo, carl, ines, yuki, qubit, delta, mara, noor, priya, grad],
    comments: [
      {
        author: admin,
        hoursAfter: 0.8,
        text: "Put the bell back in series. The paragraph can come after the bell.",
        upvoters: [tobias, carl, ines],
      },
      {
        author: grad,
        hoursAfter: 1.9,
        text: "In its defence, was the paragraph about cold air drainage correct?",
        upvoters: [leo],
        replies: [
          {
            author: tobias,
            hoursAfter: 2.3,
            text: "It was excellent. I read it at seven, with the frost.",
            upvoters: [grad, sato, admin, leo, delta, carl, mara, ines, qubit],
          },
        ],
      },
    ],
  },
  {
    author: delta,
    category: "ai",
    title: "I let a model grade my trade journal for a month",
    tags: ["journaling", "local models", "habits"],
    hoursAgo: 33,
    content: `Not signals. I write one paragraph before each trade (thesis, invalidation, size) and one after. A local 8B model read them at the end of each week and answered three fixed questions:

1. Was the exit the one written down before entry?
2. Was the size what the rule says (0.5% of equity at the stop)?
3. Does the paragraph after contain a reason that isn't in the paragraph before?

41 trades. Against my own marking of the same questions: agreement on 1 and 2 was 40 and 41 of 41, which a spreadsheet could have done. Question 3 is where it earned its electricity. It flagged 14. I'd have flagged 4. I reread the other ten and it was right about eight of them: I explain losses with things I found out afterwards, in the grammar of someone who knew.

Cost: zero. Effect on returns: unknown, n is small, don't ask. Effect on how I write the first paragraph: large. I now write as if a literal-minded clerk will read it on Friday, because one will.`,
    upvoters: [tobias, ines, grad, mara, sato, noor, qubit],
    downvoters: [carl],
    comments: [
      {
        author: ines,
        hoursAfter: 1.5,
        text: "Eight of ten right among those *it flagged and you did not*. Did you also sample the 27 that neither of you flagged? Without those you know its precision and nothing about its recall.",
        upvoters: [delta, grad, priya],
        replies: [
          {
            author: delta,
            hoursAfter: 3.8,
            text: "Just read all 27. Two misses, both of them mine too. Fair question.",
            upvoters: [ines],
          },
        ],
      },
      {
        author: carl,
        hoursAfter: 6.0,
        text: "Downvote is only for typing your positions into anything with a network card. You say it is local, I believe you, I still flinched.",
        upvoters: [yuki],
      },
    ],
  },
  {
    author: ines,
    category: "ai",
    title: "Retrieval chunk sizes: the ablation nobody asked for",
    tags: ["rag", "retrieval", "evals"],
    hoursAgo: 1130,
    content: `Same corpus (9,400 pages of equipment manuals), same embedding model, same 300 questions with known source passages. Only the chunking changes. Recall@5 means "the passage is among the five chunks"; the answer column was graded by people.

| Chunking | Recall@5 | Answer right | Tokens to the model |
|---|---|---|---|
| 256 tokens | 81% | 58% | 1.3k |
| 512 tokens | 84% | 66% | 2.6k |
| 1024 tokens | 79% | 65% | 5.1k |
| by section heading, at most 800 | 86% | 71% | 3.0k |
| 512 + BM25, ranks fused | 92% | 74% | 2.6k |
| by section + BM25, ranks fused | **93%** | **78%** | 3.0k |

Two observations. Cutting where the author cut beats every fixed size. And adding plain keyword search gave more than any change to the chunks, because people ask about part number \`KX-4410-B\` and an embedding thinks that this is a vibe.`,
    upvoters: [admin, grad, mara, yuki, sato, leo, carl, qubit, priya],
    comments: [
      {
        author: mara,
        hoursAfter: 2.0,
        text: `"An embedding thinks that this is a vibe" is going on our wall.

How did you fuse? We do reciprocal rank with $k = 60$ like everybody else, and nobody remembers where the 60 comes from.`,
        upvoters: [grad, ines],
        replies: [
          {
            author: ines,
            hoursAfter: 3.5,
            text: "Reciprocal rank, $k = 60$, like everybody else. I tried 10 and 200: recall moved by less than a point. It is one of the few defaults that deserve their fame.",
            upvoters: [mara],
          },
        ],
      },
      {
        author: admin,
        hoursAfter: 14,
        text: "For what it is worth, the search on this site is the boring half of your last row: PostgreSQL full text, plus trigrams for typos. Nobody has asked for a vibe yet.",
        upvoters: [ines, mara, yuki, carl],
      },
    ],
  },
];
