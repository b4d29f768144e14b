import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** Keys, backups, and how people lose them. */
export const TECH_SECURITY: readonly DemoPost[] = [
  {
    author: carl,
    category: "tech",
    title: "Restore drill day: three copies, two media, one embarrassing discovery",
    tags: ["backups", "self-custody", "drills"],
    hoursAgo: 51,
    content: `First Saturday of the quarter. Rule is: pretend the house burnt down, borrow a laptop, get everything back using only what is outside the house. The clock is running.

- 0:00 Start. Wife hands me the laptop and the stopwatch and a look.
- 0:20 Steel plate from place B. Readable. I check all 24 words against their checksum on the offline machine.
- 0:45 Wallet restored, addresses match the printed list. Good.
- 1:10 Encrypted disk from place C. It wants a passphrase. I know the passphrase.
- 1:15 I do not know the passphrase.
- 2:40 I know the passphrase. I had typed it for six years on a keyboard where Y and Z are swapped. The borrowed laptop has the other kind.

So all that time my passphrase had been something other than what I thought it was, and what was written on the card in the safe was *what I thought it was*.

New rules. Passphrases have no Y, no Z and no accents. Whatever is written down gets typed in *from the paper*, by someone else, on another machine, or it does not count as written down.

Photos came back in full. 2 h 55. Last quarter was 1 h 30, but last quarter I cheated.`,
    upvoters: [admin, yuki, sato, tobias, mara, priya, leo, grad, noor, ines],
    comments: [
      {
        author: yuki,
        hoursAfter: 1.0,
        text: `"Typed in from the paper, by someone else, on another machine" is the best definition of a backup I've seen. The rest is hope.`,
        upvoters: [carl, admin, priya, ines, sato],
      },
      {
        author: priya,
        hoursAfter: 3.5,
        text: "This is why the word lists for seeds were chosen as they were: the first four letters are unique, no accents, and a checksum. It might be simplest to make the disk's passphrase out of eight such words as well. $8 \\times 11 = 88$ bits, and behind a slow key derivation that is more than enough.",
        upvoters: [carl, yuki, sato, grad],
        replies: [
          {
            author: carl,
            hoursAfter: 5.2,
            text: "Done, eight words. Wife typed them from the card on her tablet. Went through first time, and she would like it noted that she also knows my passphrase now.",
            upvoters: [priya, yuki, admin, sato, tobias, leo, noor, delta, mara],
          },
        ],
      },
    ],
  },
  {
    author: yuki,
    category: "tech",
    title: "Passkeys: what they fix, what they move",
    tags: ["passkeys", "authentication", "security"],
    hoursAgo: 560,
    content: `I was asked for "the catch". There isn't one catch, there's a bill, and you should know who pays which line.

**Fixed, for good:**

- Phishing of the login. The browser signs for the origin it's on. A look-alike domain gets a signature for the look-alike domain, which is worth nothing.
- Reuse. There's nothing to reuse.
- Your database. A leaked table of public keys is a table of public keys.

**Moved:**

- *To account recovery.* If "lost my device" leads to an email link, then your login is as strong as that mailbox. I've yet to see an audit where recovery wasn't the shortest way in.
- *To the sync provider.* Synced passkeys are as strong as the account they sync through. For nearly everyone that's better than what they had. For nearly everyone.
- *To the session.* The phish-proof login ends in a cookie. Malware on the machine takes the cookie and never meets the passkey.

**Not touched at all:** what you sign *after* login. In my line of work people lose money by approving something with a perfectly authenticated hand.

What I ask clients to do: allow more than one passkey from the first day and *nag* until there are two; let recovery take 24 hours, with an email to every known contact; ask for a fresh assertion before anything irreversible; never, ever use SMS as "backup".`,
    upvoters: [admin, priya, carl, ines, mara, grad, noor, leo, qubit],
    comments: [
      {
        author: tobias,
        hoursAfter: 2.0,
        text: "Speaking for the customer: I lost a phone in a vat. I had one passkey. At my bank, your 24 hours were four days, a notary, and my cousin holding up my passport to a camera. I understand all of it and I was still ready to go back to a password on a piece of paper.",
        upvoters: [sato, leo, delta, carl],
        replies: [
          {
            author: yuki,
            hoursAfter: 3.0,
            text: "Paper isn't a joke, by the way. Printed one-time recovery codes in a drawer are a better backup than SMS for almost anyone, because burglars are local.",
            upvoters: [carl, tobias, priya, admin, sato],
            replies: [
              {
                author: carl,
                hoursAfter: 3.3,
                text: "BURGLARS ARE LOCAL. Thank you. Been saying this since 2013, with more words.",
                upvoters: [yuki, tobias, admin, sato, leo, mara, delta],
              },
            ],
          },
        ],
      },
      {
        author: priya,
        hoursAfter: 5.5,
        text: `One clarification: "the browser signs for the origin it's on". The signature covers the relying party's identifier, a domain, and the client data, which names the full origin. The server must check *both*. I have seen two implementations that verified the signature and skipped the origin, and there a page on a forgotten subdomain could log people in.`,
        upvoters: [yuki, admin, mara, ines, grad],
        replies: [
          {
            author: yuki,
            hoursAfter: 6.1,
            text: "Right, and worth the extra sentence. Forgotten subdomains are where I go first.",
            upvoters: [priya, admin],
          },
        ],
      },
      {
        author: ines,
        hoursAfter: 9.0,
        text: "Do you have a number for nagging? We got from 8% with two passkeys to 31% by asking once, right after the second login from a new device. Asking at sign-up did nothing.",
        upvoters: [yuki, admin],
      },
    ],
  },
];
