import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** AI in society: security, crawlers, contracts. */
export const AI_SOCIETY: readonly DemoPost[] = [
  {
    author: yuki,
    category: "ai",
    title: "Prompt injection is a confused deputy, and we've known what to do about those since the eighties",
    tags: ["security", "agents", "prompt injection"],
    hoursAgo: 710,
    content: `I was asked to review an "email agent" this month. It reads a mailbox, it can search the company wiki, and it can send email. It took me eleven minutes to get it to email me a wiki page. The message that did it was white text in a newsletter footer. No jailbreak poetry, just an instruction in the place where data goes.

The team's answer was a second model that reads the first one's input and says whether it looks suspicious. I got past it on the fourth try by writing in Finnish.

## Why filtering is the wrong shape

A deputy is confused when it holds *its* authority and acts on *someone else's* words. We had this with compilers that wrote to any file a user named, and with browsers that attach your cookies to any request. Nobody solved cross-site request forgery by classifying requests as suspicious-looking. We solved it by making authority travel with intent: tokens, same-site rules, capabilities.

A filter with 99% recall is a fine thing against spam, where the sender doesn't get to try again. Against an attacker who may resend, 1% is a door with a queue in front of it.

## What I wrote in the report

1. **Split the reader from the doer.** The model that reads untrusted text has no tools. It returns typed values: a date, an enum, an address that already exists in the address book. Not prose.
2. **Taint.** Once a session has read untrusted text, it loses any tool that can send data out. Not "is warned". Loses.
3. **Break one leg of the three.** Untrusted input, private data, a way out. Any two are survivable.
4. **Confirmation shows effects, not summaries.** "Send 4 kB to an address you have never written to?" beats "Proceed with step 3?".
5. Assume that the model is the attacker's, and ask what it could do. If the answer is "nothing much", you may ship it.

\`\`\`ts
type Reply = { kind: "none" } | { kind: "propose_time"; slot: Slot } | { kind: "ask_human" };

// The only way from untrusted text to an action: a closed set, parsed, no free strings.
const reply: Reply = parseReply(await reader(mail.body));
\`\`\`

The demo got less magical. It also stopped emailing me wiki pages.`,
    upvoters: [admin, ines, priya, mara, carl, noor, qubit, grad],
    downvoters: [delta],
    comments: [
      {
        author: ines,
        hoursAfter: 3.0,
        text: `I agree with all five, and I will add the cost, because nobody will read a report that leaves it out. With the reader and doer split, our own assistant's task success went from 78% to 64%. Typed values lose the "oh, and by the way" in which half the meaning of an email lives. We took the 64 and added \`ask_human\`, which brought it to 73 with a person in the loop for one email in six.`,
        upvoters: [yuki, priya, mara, qubit],
        replies: [
          {
            author: yuki,
            hoursAfter: 4.4,
            text: "That's the most useful number anyone has given me on this. May I quote it (without the company)?",
            upvoters: [ines],
            replies: [
              {
                author: ines,
                hoursAfter: 5.1,
                text: "Yes. Please quote the one in six as well, otherwise it looks free.",
                upvoters: [yuki, priya],
              },
            ],
          },
        ],
      },
      {
        author: delta,
        hoursAfter: 6.5,
        text: "Devil's advocate. My broker's API key could also send everything to anyone and I live with it, because the expected loss is small. You price the door at infinity. With a queue of ten attackers a year and a wiki of lunch menus, ship the filter.",
        upvoters: [tobias],
        downvoters: [yuki, carl, priya],
        replies: [
          {
            author: yuki,
            hoursAfter: 8.0,
            text: "If it's lunch menus, ship without the filter. My objection is to the filter being *called* the control. Nobody knows what is in their wiki. In this one, page 3 of the search results was the VPN onboarding.",
            upvoters: [carl, admin, ines, priya, mara, noor],
            replies: [
              {
                author: delta,
                hoursAfter: 9.3,
                text: "Fine. Unknown inventory is unbounded loss, and I wouldn't size that either. Conceded for anyone who hasn't read their own wiki.",
                upvoters: [yuki, ines, mara],
                replies: [
                  {
                    author: admin,
                    hoursAfter: 20,
                    text: "So: everyone.",
                    upvoters: [yuki, delta, carl, sato, mara, ines],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: priya,
        hoursAfter: 11,
        text: `One small correction on point 3. "Any two are survivable" holds for confidentiality. For integrity two are enough to hurt: untrusted input plus a way to write, with no private data anywhere, still lets the attacker delete your calendar.`,
        upvoters: [yuki, qubit, ines],
        replies: [
          {
            author: yuki,
            hoursAfter: 12.5,
            text: "Correct, and I should have said so. It's in the report as a separate row and I flattened it for the post.",
            upvoters: [priya],
          },
        ],
      },
    ],
  },
  {
    author: admin,
    category: "ai",
    title: "Crawlers took 61% of our traffic last month. What I blocked and what I left",
    tags: ["self-hosting", "crawlers", "operations"],
    hoursAgo: 1240,
    content: `Small forum, cupboard server, 40 Mbit up. I looked at the logs because a fan woke me.

\`\`\`bash
# requests per user agent family, one day
zcat access.log.1.gz | jq -r '.ua' | sed -E 's/[\\/ ].*//' | sort | uniq -c | sort -rn | head
\`\`\`

61% of requests and 74% of bytes were things that call themselves bots, or that fetch the archive in ID order at 9 requests a second from one data centre and call themselves Chrome.

What I did, in order of how well it worked:

- **Made pages cheap.** Proper \`ETag\` and \`304\`. Half of the bytes went away in a day and nobody had to be judged.
- **Limit per network, not per address.** 30 requests/minute for a /24 (v4) or a /48 (v6) when signed out. Two complaints, both from one university dormitory.
- **robots.txt** for the honest ones. It works for about half by volume, which is better than I thought.
- A proof-of-work page. I built it, tried it for two days, took it out. It made old phones warm and the crawlers solved it.

What I left alone: anything that identifies itself and keeps to one request a second. Some of you want to be findable, and a forum that no machine may read is a forum that no search engine knows.`,
    upvoters: [carl, mara, yuki, ines, grad, leo, priya, tobias],
    downvoters: [delta],
    comments: [
      {
        author: leo,
        hoursAfter: 3.0,
        text: "Could there be a switch per post? I'm happy to be indexed but I don't want to be a training set. I know these are the same request on the wire.",
        upvoters: [carl, noor],
        replies: [
          {
            author: admin,
            hoursAfter: 4.1,
            text: `That is the problem, they are. I can set a header that asks nicely. I will not show you a switch that says "protected" when it means "asked nicely".`,
            upvoters: [leo, yuki, priya, carl, ines, noor],
          },
        ],
      },
    ],
  },
  {
    author: noor,
    category: "ai",
    title: "A small complaint about model cards, from someone who reads contracts for a living",
    tags: ["model cards", "licences", "policy"],
    hoursAgo: 980,
    content: `I read thirty model cards this week, the long ones. As documents they are curious. They use the words of an obligation ("must not be used for", "users are required to") in a file that, in most cases, the licence does not mention. If a prohibition is in the card but not in the licence, I cannot tell who would be bound by it, or to whom.

Eleven of the thirty prohibited something in the card that the licence beside it flatly permits. Four linked to an acceptable use policy that was a 404.

My request to anyone who publishes weights: put each rule in one place, say which document governs when they differ, and date it. "Intended use" is a description. If you mean a condition, write a condition. Lawyers can cope with either one. It is the third thing, the stern paragraph that binds nobody, that costs people money.`,
    upvoters: [ines, priya, grad, yuki, qubit],
  },
];
