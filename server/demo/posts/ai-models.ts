import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** How models work and what they cost to run. */
export const AI_MODELS: readonly DemoPost[] = [
  {
    author: grad,
    category: "ai",
    title: "KV cache arithmetic on a napkin (and why my 24 GB card cried)",
    tags: ["kv cache", "inference", "local models"],
    hoursAgo: 19,
    content: `I kept running out of memory at long context and kept "fixing" it by lowering numbers until it stopped. Then I finally did the arithmetic, and it fits on a napkin, so here's the napkin!

Attention for the newest token looks at every key and value that came before it:

$$\\mathrm{Attention}(q, K, V) = \\mathrm{softmax}\\left(\\frac{qK^\\top}{\\sqrt{d_k}}\\right)V$$

$K$ and $V$ don't change for old tokens, so you keep them. That's the whole KV cache. Its size per token is

$$2 \\times n_{\\text{layers}} \\times n_{\\text{kv heads}} \\times d_{\\text{head}} \\times \\text{bytes}$$

(the 2 is one K and one V.)

\`\`\`python
def kv_bytes(layers: int, kv_heads: int, head_dim: int, tokens: int, bytes_per: float = 2) -> float:
    return 2 * layers * kv_heads * head_dim * tokens * bytes_per

GiB = 1024 ** 3
ctx = 32_768
print(kv_bytes(32, 32, 128, ctx) / GiB)     # 16.0  every head has its own K and V
print(kv_bytes(32, 8, 128, ctx) / GiB)      #  4.0  grouped queries, 8 KV heads
print(kv_bytes(32, 8, 128, ctx, 1) / GiB)   #  2.0  same, cache in 8 bits
\`\`\`

So for a typical 8B shape, grouped-query attention alone is the difference between "plenty of room next to the weights" and "the card is almost full". I had been blaming the weights this whole time. The weights at 4 and a half bits are about 4.5 GB and never grow!

**The part that surprised me: speed.** Generating one token reads all the weights *and* the whole cache once. My card moves about 930 GB/s. So, upper bounds:

- empty context: 4.5 GB per token, about 205 tokens/s
- 32k tokens of context: 4.5 + 4.3 GB, about 105 tokens/s
- same with an 8-bit cache: 4.5 + 2.15 GB, about 140 tokens/s

I measure roughly 70% of each. The long-context slowdown isn't the "quadratic attention" everyone tells you about (that's the prefill). It's just bytes over a wire.

Also, since the batch shares one cache, serving four friends costs the same memory as serving one, which is lovely.`,
    upvoters: [ines, mara, admin, yuki, sato, qubit, leo, carl, priya],
    comments: [
      {
        author: ines,
        hoursAfter: 0.9,
        text: "Very nice, until the last sentence. The batch shares the *weights*. Every sequence has its own cache, so four friends at 32k are 16 GiB of cache. What can be shared is a common prefix: with the same system prompt, its blocks are stored once if the server does prefix caching.",
        upvoters: [grad, yuki, mara, qubit, priya],
        replies: [
          {
            author: grad,
            hoursAfter: 1.2,
            text: `Argh. Yes. Of course. I had prefix caching on with a 6k system prompt and short chats, so my "measurement" of four friends was mostly the shared part. Leaving the post as it is so this comment makes sense, but: **the last sentence is wrong, read Ines instead.**`,
            upvoters: [ines, sato, admin, mara, yuki, priya, qubit],
            replies: [
              {
                author: admin,
                hoursAfter: 2.0,
                text: "You can edit a post, and the edit shows. But I like it this way. Being wrong in public with a measurement is the house style.",
                upvoters: [grad, ines, leo],
              },
            ],
          },
        ],
      },
      {
        author: carl,
        hoursAfter: 3.3,
        text: `So the answer to "how much RAM do I need" is "that depends on how long the conversation gets". Same as with my uncle.`,
        upvoters: [grad, sato, admin, leo, ines, mara, tobias],
      },
      {
        author: mara,
        hoursAfter: 5.0,
        text: "Did you check quality with the 8-bit cache? Keys have outlier channels and I remember that quantising K per token hurts more than V.",
        upvoters: [ines],
        replies: [
          {
            author: grad,
            hoursAfter: 6.4,
            text: "At 8 bits I can't measure a difference on anything I run. At 4 bits K falls apart on long retrieval (needle found 61 of 100 times at 24k, against 97) while V at 4 bits is nearly fine. So K8/V4 is my current favourite weird setting.",
            upvoters: [mara, ines, qubit],
            replies: [
              {
                author: mara,
                hoursAfter: 7.1,
                text: "K8/V4 sounds like a bus line. Thanks, stealing it.",
                upvoters: [grad, leo],
              },
            ],
          },
        ],
      },
      {
        author: sato,
        hoursAfter: 8.0,
        text: "does this mean when I paste a whole PDF into a chatbot I'm making it slower for the rest of the conversation, even if I never mention the PDF again?",
        upvoters: [grad],
        replies: [
          {
            author: ines,
            hoursAfter: 8.6,
            text: "Yes, that is exactly what it means. And a bit dimmer: it keeps attending over forty pages that no longer matter. Start a new conversation.",
            upvoters: [sato, grad, yuki, admin],
          },
        ],
      },
    ],
  },
  {
    author: sato,
    category: "ai",
    title: `What does temperature actually do? Everyone says "creativity" and then changes the subject`,
    tags: ["basics", "sampling"],
    hoursAgo: 5.5,
    content: `I've asked three people and got "creativity", "randomness" and "just leave it at 0.7". What is the thing being heated?`,
    upvoters: [grad, ines, leo, tobias, admin, carl],
    comments: [
      {
        author: grad,
        hoursAfter: 0.4,
        text: `You'll like this, it's one line! The model gives every possible next token a score $z_i$. To turn scores into probabilities you do

$$p_i = \\frac{e^{z_i/T}}{\\sum_j e^{z_j/T}}$$

and $T$ is the temperature. Three tokens with scores 2, 1, 0:

| T | first | second | third |
|---|---|---|---|
| 0.2 | 99.3% | 0.7% | 0.0% |
| 1 | 66.5% | 24.5% | 9.0% |
| 2 | 50.6% | 30.7% | 18.6% |

Low T exaggerates the differences, high T flattens them. Nothing becomes more creative, unlikely words just get picked more often.`,
        upvoters: [sato, ines, qubit, priya, tobias, leo],
        replies: [
          {
            author: sato,
            hoursAfter: 0.7,
            text: "oh!! so at T = 0 it always takes the first one, and it's the same formula as in my physics class with the energies",
            upvoters: [grad, qubit],
            replies: [
              {
                author: qubit,
                hoursAfter: 1.1,
                text: "It's literally that formula, with the energy being minus the score. Your physics teacher would add that $T = 0$ is a limit and not a setting you can divide by.",
                upvoters: [sato, priya, grad, ines],
              },
            ],
          },
        ],
      },
      {
        author: ines,
        hoursAfter: 1.6,
        text: "One warning for later: T = 0 does not make a hosted model deterministic. Batching changes the order of floating point sums, two near-tied tokens swap, and the texts part ways. If you need the same answer twice, store the first one.",
        upvoters: [yuki, grad, sato, mara],
      },
      {
        author: tobias,
        hoursAfter: 2.9,
        text: "On the desk we had two temperatures, before lunch and after.",
        upvoters: [sato, delta, leo, admin, carl, ines],
      },
    ],
  },
];
