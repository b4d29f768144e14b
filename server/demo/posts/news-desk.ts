import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, sato, tobias, yuki } from "./cast.ts";

/** A locked post about maintenance, a way to read headlines, and a reminder. */
export const NEWS_DESK: readonly DemoPost[] = [
  {
    author: admin,
    category: "news",
    title:
      "Maintenance on Sunday from 06:00 UTC: about forty minutes read-only while the database moves to the new disks",
    tags: ["maintenance", "announcement"],
    hoursAgo: 1700,
    content: `The old SSD has 4% of its life left by its own account, and I prefer to believe it.

- 06:00 the site becomes read-only. You can read everything, but posting, voting and commenting will be disabled.
- 06:05 last dump, copy to the new mirror, restore, comparison of row counts and checksums.
- About 06:40 open again.

Drafts are saved on the server and move with everything else. If the comparison fails I go back to the old disk and we try again next week.

**Update, Sunday 06:52.** Done. 47 minutes instead of 40. All counts match. The seven minutes were me looking for the second screw. Locking this now, for tidiness.`,
    isLocked: true,
    upvoters: [mara, ines, yuki, tobias, sato, leo, priya, carl],
    comments: [
      {
        author: carl,
        hoursAfter: 1.0,
        text: "Is the old disk being kept?",
        upvoters: [yuki],
        replies: [
          {
            author: admin,
            hoursAfter: 1.6,
            text: "Yes, in a drawer, labelled, for three months. Then the drill press.",
            upvoters: [carl, yuki, tobias],
          },
        ],
      },
      {
        author: sato,
        hoursAfter: 20,
        text: "will my votes still be there",
        replies: [
          {
            author: admin,
            hoursAfter: 21,
            text: "All nine of them.",
            upvoters: [sato, mara, tobias, ines, carl, leo],
          },
        ],
      },
    ],
  },
  {
    author: tobias,
    category: "news",
    title: "How I read a market headline: take out the adverb, then the verb, then see what is left",
    tags: ["media", "habits"],
    hoursAgo: 70,
    content: `Eleven years on a desk, two screens of headlines. What I still do, with the coffee:

1. Take out the adverb. "Sharply" means the journalist has a chart with a cut axis.
2. Replace the verb with "moved". Things do not *plunge* 2%.
3. Take out the "as" or "amid". "Falls **as** traders await data". They awaited it when it rose, too.
4. What is left is a noun and a number. Ask what the number is on an ordinary day. For a thing whose daily standard deviation is 3%, a day of −2.4% is called Tuesday.

Most mornings nothing is left, and I go and look at the vines. About one morning in forty something stays on the page after all four. Read that one twice and then do nothing until lunch.`,
    upvoters: [noor, delta, sato, admin, leo, carl, mara, ines, grad, priya],
    comments: [
      {
        author: noor,
        hoursAfter: 1.8,
        text: `As someone who writes these things: reporters rarely choose the headline, and "amid" exists because the editor asked *why* and the honest answer was "we do not know". I tried "Shares move; nobody is sure" once. It did not run.`,
        upvoters: [tobias, sato, leo, delta, ines, priya, admin, mara],
        replies: [
          {
            author: tobias,
            hoursAfter: 2.4,
            text: "I would have subscribed for life.",
            upvoters: [noor, leo, sato, carl],
          },
        ],
      },
      {
        author: delta,
        hoursAfter: 3.0,
        text: "Rule 4 with a number: at 3% daily sigma, a move beyond 2 sigma would come about one day in 22 if returns were normal. They aren't. In my data for such things 2 sigma is one in 24, so hardly different, but 4 sigma is one in 200 and not one in 16,000. So your one in forty is a reasonable filter.",
        upvoters: [tobias, ines, priya],
        replies: [
          {
            author: ines,
            hoursAfter: 4.2,
            text: "The tail differs by two orders of magnitude, and the middle hardly at all. That is the best two-line argument for looking at data before choosing a distribution that I have seen this week.",
            upvoters: [delta, priya, grad],
          },
        ],
      },
    ],
  },
  {
    author: yuki,
    category: "news",
    title: "Reminder: a CVSS score is a severity, not a risk",
    tags: ["security"],
    hoursAgo: 3.4,
    content:
      "9.8 in a library you ship but never call is a line in a spreadsheet. 5.3 in your password reset is your evening.",
    upvoters: [admin, priya, mara, ines],
  },
];
