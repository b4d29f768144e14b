import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** Programming languages and databases. */
export const TECH_PROGRAMS: readonly DemoPost[] = [
  {
    author: mara,
    category: "tech",
    title: "We rewrote the indexer from TypeScript to Rust. A third of the speedup was Rust",
    tags: ["rust", "typescript", "postgresql", "performance"],
    hoursAgo: 205,
    content: `I promised an honest write-up, so here it is, including the part where I was wrong in a design meeting in front of nine people.

## The job

Read blocks from our own node, decode the logs of about 300 contracts, and write rows to PostgreSQL. Two modes: *follow* (one block every two seconds, easy) and *backfill* (19 million blocks, painful). Backfill took **41 hours** with the TypeScript indexer. If you find a decoding bug on Monday you know on Wednesday whether the fix is right. That's what made us do it. Not cost, not pride.

## The result

**6 h 20 min.** A factor of 6.5. There was cake.

## Where it came from

Then Ines, over coffee: "which change gave how much?" And I couldn't answer, as we had changed the language, the batching and the fetching all at once. So I took the *old* program and put the new ideas into it one at a time.

| Step | Backfill | Factor |
|---|---|---|
| TypeScript, as it was | 41 h 00 | |
| + \`COPY\` instead of multi-row inserts | 24 h 30 | 1.67 |
| + 16 block ranges in flight instead of 1 | 14 h 10 | 1.73 |
| + indexes built after the load | 11 h 40 | 1.21 |
| the same design, in Rust | 6 h 20 | 1.84 |

Take logarithms, since factors multiply: of $\\ln 6.5 = 1.87$, Rust is $\\ln 1.84 = 0.61$. **One third.** The other two thirds were three pull requests to a program that we already had, and that everybody on the team could read.

## What Rust was really good for

Decoding. Hundreds of thousands of small allocations a second became slices into one buffer:

\`\`\`rust
struct Log<'a> {
    address: &'a [u8; 20],
    topics: &'a [[u8; 32]],
    data: &'a [u8],
}

fn decode_transfer<'a>(log: &Log<'a>) -> Option<Transfer<'a>> {
    let [sig, from, to] = log.topics else { return None };
    (sig == TRANSFER && log.data.len() == 32).then(|| Transfer {
        token: log.address,
        from: address_of(from),
        to: address_of(to),
        amount: U256::from_be_slice(log.data),
    })
}
\`\`\`

The garbage collector had been 22% of our CPU. And the second thing, which I didn't expect to value: \`Option\` in that signature found two places where the old code had quietly decoded a four-topic NFT transfer as a token transfer of amount zero. Wrong rows for a year. No test had looked.

## What it cost

- Eleven weeks for two people. I had said five.
- A clean build went from 4 seconds to 95. A rebuild after a one-line change takes 9.
- Of six people who could fix the indexer at three in the morning, two are left, and I'm one.

## Would I do it again?

I'd do the three pull requests first and *then* ask whether 11 h 40 hurts enough. I believe it would have. But I believed five weeks, too.`,
    upvoters: [ines, admin, yuki, qubit, priya, grad, leo, carl, delta, sato],
    comments: [
      {
        author: ines,
        hoursAfter: 0.7,
        text: `For the record, what I said over coffee was "nice cake". But thank you for doing the ablation. Order matters with factors like these: had you measured Rust first, while a single range was in flight, it would have been waiting for the network and gained next to nothing. So "one third" belongs to this order.`,
        upvoters: [mara, grad, qubit, yuki, priya],
        replies: [
          {
            author: mara,
            hoursAfter: 1.6,
            text: "Ugh, true. I still have the old branch. I'll run Rust with 1 range and plain inserts over the weekend on a 2M block sample.",
            upvoters: [ines],
            replies: [
              {
                author: mara,
                hoursAfter: 74,
                text: `Done. On the sample: TypeScript as it was 4 h 19, Rust doing exactly the same dumb things 3 h 51. Factor 1.12. So measured *first*, Rust is 6% of the whole; measured *last*, a third. The average over all orders (yes, I did all 24, on a smaller sample, I'm unwell) comes out at 19%.

I'm changing the title of my talk about this.`,
                upvoters: [ines, grad, qubit, yuki, priya, admin, sato],
                replies: [
                  {
                    author: grad,
                    hoursAfter: 75,
                    text: "You computed Shapley values for a cake 😭",
                    upvoters: [mara, ines, sato, leo, qubit, yuki, admin, delta, priya, carl],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: yuki,
        hoursAfter: 3.3,
        text: "The bug in the Rust section is worth more than the table. Wrong rows for a year are worse than slow rows for a year. Would a strict parser in TypeScript have found it?",
        upvoters: [priya, admin, ines],
        replies: [
          {
            author: mara,
            hoursAfter: 4.0,
            text: "If we'd had one, yes. We had `as Transfer`. The language allowed us to lie and we lied.",
            upvoters: [yuki, priya, sato, ines, carl],
            replies: [
              {
                author: yuki,
                hoursAfter: 4.2,
                text: `Then one more row for the table: "stop casting", zero weeks.`,
                upvoters: [mara, ines, admin, priya, grad],
              },
            ],
          },
        ],
      },
      {
        author: delta,
        hoursAfter: 9.0,
        text: `"Of six people who could fix the indexer at three in the morning, two are left." You sold four puts on your own sleep to buy five hours of backfill, which you run how often?`,
        upvoters: [admin, tobias, ines],
        downvoters: [grad],
        replies: [
          {
            author: mara,
            hoursAfter: 10.5,
            text: "About twice a month. More now that it's cheap: we've found three decoding bugs since, *because* trying is cheap. But I can't argue with the puts. We're teaching two of the four.",
            upvoters: [delta, admin, ines],
          },
        ],
      },
    ],
  },
  {
    author: ines,
    category: "tech",
    title: "Keyset pagination, and the three ways it bit us",
    tags: ["postgresql", "sql", "performance"],
    hoursAgo: 1330,
    content: `\`OFFSET 200000\` reads 200,020 rows and throws 200,000 of them away. On our table (1.2M rows, index on the sort) that is 210 ms against 0.3 ms for the first page. Remembering where you were makes every page the first page:

\`\`\`sql
select id, title, created_at
from posts
where (created_at, id) < ($1, $2)   -- the last row of the previous page
order by created_at desc, id desc
limit 20;
\`\`\`

It is also *right* where offset is wrong: if three posts arrive while you read, page two does not repeat three from page one.

What bit us:

1. **Forgetting the tie-breaker.** With \`created_at\` alone, if two rows with the same timestamp meet at a page boundary, one of them is lost. Our rows came from a bulk import with 4,000 equal timestamps. We lost 3,980.
2. **Nulls.** Our schema tool writes \`DESC\` indexes as \`DESC NULLS LAST\`. Plain \`ORDER BY x DESC\` means nulls *first*, so the index cannot serve it, and the planner sorts 1.2M rows without a word. Look at \`EXPLAIN\`, not at the schema.
3. **A sort key that changes.** Sorted by score, a post may move from below your cursor to above it while you read, and you never see it. There is no clean fix. We accept it and say so.

What you give up is "go to page 417". In two years one person has asked for it, and he was testing.`,
    upvoters: [admin, mara, yuki, grad, priya, sato, qubit],
    comments: [
      {
        author: admin,
        hoursAfter: 1.2,
        text: "This site does it the same way. Number 2 cost me an evening as well.",
        upvoters: [ines, mara],
      },
      {
        author: delta,
        hoursAfter: 3.0,
        text: "I used page 417. Paging through trades by month. How do I jump with a cursor?",
        replies: [
          {
            author: ines,
            hoursAfter: 4.4,
            text: "You do not want page 417, you want March. A cursor is just a value, so make one up: `where created_at < '2025-04-01'`. Jumping by meaning is better than by number in every way except that nobody has drawn the button.",
            upvoters: [delta, mara, admin, priya, leo],
            replies: [
              {
                author: delta,
                hoursAfter: 5.0,
                text: "Point taken. I do want March.",
                upvoters: [ines],
              },
            ],
          },
        ],
      },
    ],
  },
];
