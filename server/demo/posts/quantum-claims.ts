import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** Claims about quantum computers and cryptography. */
export const QUANTUM_CLAIMS: readonly DemoPost[] = [
  {
    author: yuki,
    category: "quantum",
    title: "QKD sales bingo",
    tags: ["qkd", "security", "hot take"],
    hoursAgo: 1240,
    content: `I sat through a vendor day so you don't have to. Card for the next one:

- "Guaranteed by the laws of physics". The protocol is. The box is guaranteed by the people who soldered it, and detectors have been blinded with bright light before.
- "Unhackable". See box.
- "Replaces public-key cryptography". It needs an *authenticated* classical channel. Where does the first authentication key come from? (Silence, then: "pre-shared". So it's a key *expander*.)
- "Works over existing fibre". At 0.2 dB/km, 100 km leaves 1% of your photons and 300 km leaves one in a million.
- "So we use trusted nodes". A trusted node is a room in which your key lies in the clear. Ask who cleans it.
- "Future-proof, unlike ML-KEM, which could be broken". Could be! And yet for the price of one pair of boxes I can run ML-KEM, hybridised with two other schemes, on every laptop in the building.

Bingo if the speaker says "entanglement" for a prepare-and-measure device.`,
    upvoters: [priya, mara, carl, ines, grad, leo, delta],
    downvoters: [qubit, tobias, noor],
    comments: [
      {
        author: qubit,
        hoursAfter: 3.0,
        text: `I downvoted, and owe you the reason. Every line is fair to the vendor and unfair to the subject. That the box may be faulty is true of every HSM you have ever recommended. And there's a real property here that nothing else has: if the session was honest *at the time*, then no later advance in mathematics or hardware opens it. For a registry of genomes, or the state archives, fifty years is a real requirement.`,
        upvoters: [priya, noor, tobias, grad, admin, sato],
        replies: [
          {
            author: yuki,
            hoursAfter: 4.2,
            text: "Fair hit on the HSM. On the fifty years: the key is everlasting but the *archive* gets encrypted with AES under it, because the rate is kilobits. So you're relying on a computational assumption anyway, just a symmetric one. And you can have symmetric encryption with pre-shared keys without a laser.",
            upvoters: [priya, carl],
            replies: [
              {
                author: priya,
                hoursAfter: 6.0,
                text: `You are each right about a different claim, I think.

- For *confidentiality with one-time pad* over a short link, the everlasting property is real, and unique.
- For *key agreement feeding AES*, it reduces to "AES plus trusted nodes", and a courier with a hard disk dominates it.

Nearly every product on sale is the second and is advertised as the first. I would put *that* in the middle square.`,
                upvoters: [yuki, qubit, noor, ines, grad, mara, admin],
                replies: [
                  {
                    author: qubit,
                    hoursAfter: 7.1,
                    text: "I can sign that.",
                    upvoters: [priya, yuki],
                    replies: [
                      {
                        author: yuki,
                        hoursAfter: 7.3,
                        text: `Same. The middle square now reads "one-time pad on the slide, AES in the data sheet".`,
                        upvoters: [qubit, priya, grad, sato, admin, leo],
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
        author: tobias,
        hoursAfter: 26,
        text: "A bank I once worked for had a courier with a hard disk. His name was Bruno and in nine years his error rate was zero. His bandwidth was considerable.",
        upvoters: [yuki, priya, carl, delta, leo, admin, sato, mara],
      },
    ],
  },
  {
    author: mara,
    category: "quantum",
    title: "Grover on proof of work: the square root that keeps not mattering",
    tags: ["grover", "mining", "arithmetic"],
    hoursAgo: 1900,
    content: `Rant, with numbers, because this came up in three different calls this week.

Grover finds one marked item among $N$ in about $\\frac{\\pi}{4}\\sqrt{N}$ steps. A block takes $N \\approx 2^{79}$ hashes or so at present, so the claim goes: $2^{39.5}$ steps, and that's nothing! I can do $2^{39.5}$ things before breakfast!

You can. The quantum machine can't.

1. A step is a *reversible* double SHA-256 on logical qubits. Be generous: 100,000 logical cycles deep. Be generous again: 10 µs for a logical cycle. One step takes **one second**.
2. The steps are sequential. There's no splitting of one Grover run. With $k$ machines each searches $N/k$, for a gain of only $\\sqrt{k}$. A hundred machines are ten times as fast.
3. A new block comes every ten minutes or so, and your search starts again from the beginning. So you have 600 steps. Those cover about $(600 \\cdot 4/\\pi)^2 \\approx 5.8\\times10^5$ candidates.

One ordinary mining rig at $10^{14}$ hashes a second goes through $5.8\\times10^5$ candidates in **6 nanoseconds**.

I'm being generous by orders of magnitude in the machine's favour and it loses to a space heater by eleven of them. Worry about signatures. Worry about bridges, as I do. Don't worry about this.`,
    upvoters: [qubit, priya, ines, admin, carl, tobias, yuki],
  },
];
