import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** About this site and its server, including the welcome. */
export const TECH_SITE: readonly DemoPost[] = [
  {
    author: admin,
    category: "tech",
    title: "Welcome to Lattice: how this place works",
    tags: ["welcome", "help"],
    hoursAgo: 2150,
    content: `This is a forum for people who work on, invest in or simply wonder about crypto, AI and quantum technology. Here is what you need to know. It takes two minutes.

## Categories

Every post goes into one of eight: Crypto Discussion, Artificial Intelligence, Quantum Computing, DeFi, NFTs, Trading, Technology, News & Analysis. Pick the nearest. Nobody will be told off for choosing the wrong one. The category filters above the lists combine some of them, so a Quantum Computing post also shows up under Technology.

## Votes

Up means "more people should read this". Down means "fewer should". Neither means "I agree".

- In the **lists** an arrow works like a switch: press it again to take the vote back, or press the other one to change it.
- On the **post's own page** you vote once and it stays. Read first, then vote.

*Hot* weighs votes against age, *Top* is votes alone, *New* is time alone.

## Comments

You can reply to a post or to another comment, as deep as it takes. Long threads can be collapsed. Comments have votes too, and you can sort them by best, newest or oldest. You can edit your comments, and the edit is shown. You can delete them too; a placeholder stays, so the replies still make sense. A locked post takes no new comments.

## Writing

Posts and comments are Markdown:

\`\`\`markdown
**bold**, *italic*, \`code\`, [a link](https://example.org)

> a quote

- a list
\`\`\`

Fenced code is highlighted if you name the language. Tables work. So does mathematics between dollar signs: \`$E = mc^2$\` becomes $E = mc^2$, and two dollar signs on each side give a formula its own line. If you mean money, write "20 USD" and save yourself a surprise.

A post can have up to 5,000 characters, a title of up to 200 characters, and up to five tags. The preview shows exactly what will be published.

## Drafts

What you write on the Create page is saved on the server while you type. Close the tab or break the laptop, and it will still be there. Only you can see your drafts, and you can delete them at any time.

## Manners

Argue with the argument. Show the numbers. If you hold a position in something, say so. Say when you were wrong; it is the fastest way to be trusted here. Nobody on this site will ever ask you for a seed phrase, and anyone who does is a thief.

*If you've just installed Lattice: the members and conversations you see are a demo, so that you have something to look at. The people are invented. The arithmetic is meant to be right, and if you find a mistake, so much the better.*`,
    upvoters: [mara, tobias, ines, qubit, sato, yuki, leo, priya, carl, noor, grad],
    comments: [
      {
        author: mara,
        hoursAfter: 7,
        text: `Thank you for putting "neither means I agree" in writing. I intend to link to it a lot.`,
        upvoters: [admin, ines, qubit, yuki, priya],
        replies: [
          {
            author: tobias,
            hoursAfter: 9.5,
            text: "I disagree, and I voted you up.",
            upvoters: [mara, admin, sato, ines, delta, leo, carl, grad],
          },
        ],
      },
      {
        author: sato,
        hoursAfter: 220,
        text: "is there a rule about asking basic questions? asking before I ask about forty of them",
        upvoters: [admin, tobias, ines, priya],
        replies: [
          {
            author: admin,
            hoursAfter: 221,
            text: "One: put the question in the title, so the next person finds it. Forty is fine.",
            upvoters: [sato, ines, mara, priya, carl, leo],
          },
        ],
      },
      {
        author: leo,
        hoursAfter: 400,
        text: "Testing whether mathematics works in a comment: $r(\\theta) = \\cos(7\\theta)$ draws a rose with seven petals. It works. I'm staying.",
        upvoters: [admin, grad, sato, priya, qubit],
      },
    ],
  },
  {
    author: admin,
    category: "tech",
    title: "The server is in a cupboard: a tour, with power bill",
    tags: ["self-hosting", "postgresql", "backups"],
    hoursAgo: 980,
    content: `People keep asking, so here it is.

**The machine.** A used office mini PC, six cores, 32 GB of memory, two SSDs of 1 TB in a mirror. 190 EUR for the PC and about as much again for the disks. It sits on a cork mat in the hall cupboard between the vacuum cleaner and the fuse box.

**Power.** 11 W idle, 34 W during the nightly backup, 14 W on average over a month. That is about 10 kWh a month, or 3 EUR here. A small virtual server with the same memory would be 25.

**The line.** Fibre, 40 Mbit up, no fixed address. A tiny rented machine holds the public address and passes the packets through a tunnel. If the cupboard goes dark it shows a page that says so.

**What runs.** One PostgreSQL, one program, one reverse proxy. When somebody recommends a container orchestrator, I show them the vacuum cleaner.

**Backups.** Every night, and the only line that matters is the last:

\`\`\`bash
set -euo pipefail
pg_dump --format=custom --file=/backup/lattice.dump lattice
restic backup /backup/lattice.dump /srv/uploads
restic forget --keep-daily 14 --keep-weekly 8 --keep-monthly 12 --prune
createdb restore_check && pg_restore --dbname=restore_check --exit-on-error /backup/lattice.dump
psql -d restore_check -Atc "select now() - max(created_at) < interval '26 hours' from forum_posts" | grep -qx t
dropdb restore_check && curl -fsS "$HEARTBEAT_URL"
\`\`\`

If the restore fails, or the newest post in it is more than 26 hours old, the heartbeat is not sent and my phone rings. It has rung twice so far. Once it was a full disk. Once nobody had posted for a day, and I was hurt.

**What goes wrong.** The fuse box. I once tripped it with a waffle iron. Recovery took 94 seconds, of which the kernel took 12 and I took 70, looking for my shoes.`,
    upvoters: [mara, tobias, ines, sato, yuki, leo, priya, carl, grad, delta, qubit, noor],
    comments: [
      {
        author: carl,
        hoursAfter: 2.0,
        text: `A backup that restores itself every night. I have waited years for somebody on the internet to do this without being asked.

Now: where is the copy that is not in the house?`,
        upvoters: [admin, ines, yuki, tobias],
        replies: [
          {
            author: admin,
            hoursAfter: 2.5,
            text: "Two. The restic repository goes to an object store abroad, and once a month to a disk at my sister's.",
            upvoters: [carl, ines],
            replies: [
              {
                author: carl,
                hoursAfter: 2.9,
                text: "Does your sister know the passphrase?",
                upvoters: [yuki],
                replies: [
                  {
                    author: admin,
                    hoursAfter: 3.4,
                    text: "She has it in a sealed envelope.",
                    replies: [
                      {
                        author: carl,
                        hoursAfter: 3.6,
                        text: "Does she still have the envelope?",
                        upvoters: [yuki, leo, sato, tobias],
                        replies: [
                          {
                            author: admin,
                            hoursAfter: 27,
                            text: "She used the back of it for a shopping list. I have now seen it: sealed, legible, and we were out of leeks. New envelope, red, in the folder with the insurance.",
                            upvoters: [carl, sato, leo, tobias, ines, mara, yuki, delta, grad],
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
        author: yuki,
        hoursAfter: 6.0,
        text: "One hole: `pg_dump` succeeding and the dump being *complete* are different if someone adds a second database. List the databases and fail if one isn't in the backup. Had that at a client: two years of perfect backups of the wrong schema.",
        upvoters: [admin, carl, ines],
        replies: [
          {
            author: admin,
            hoursAfter: 8.0,
            text: "Added, thank you. It found one: the monitoring's own. So the thing that watches the backups was not backed up.",
            upvoters: [yuki, carl, mara, ines],
          },
        ],
      },
      {
        author: delta,
        hoursAfter: 15,
        text: "10 kWh for 3 EUR. And what do you charge yourself for the hours?",
        upvoters: [tobias],
        replies: [
          {
            author: admin,
            hoursAfter: 16,
            text: "If I ever work that out I will have to move to the cloud, so I do not.",
            upvoters: [delta, tobias, sato, leo, carl, mara],
          },
        ],
      },
    ],
  },
];
