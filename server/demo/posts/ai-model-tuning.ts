import type { DemoPost } from "../types.ts";
import { admin, carl, delta, grad, ines, leo, mara, noor, priya, qubit, sato, tobias, yuki } from "./cast.ts";

/** Compressing a model, and training one on your own work. */
export const AI_MODEL_TUNING: readonly DemoPost[] = [
  {
    author: grad,
    category: "ai",
    title: "4 bits is enough for everyone. Change my mind.",
    tags: ["quantisation", "local models", "hot take"],
    hoursAgo: 290,
    content: `Every thread about local models has someone insisting on 8 bits or full precision "to be safe". I think it's superstition by now.

- Perplexity of a decent 4-bit quantisation (groups of 128, one 16-bit scale each, so 4.125 bits per weight) is within 1 or 2% of fp16 for anything from 7B up.
- At a fixed memory budget, **more parameters at 4 bits beat fewer at 8**, and it isn't close. 13B at 4 bits and 7B at 8 bits are the same size. Try them side by side.
- Decoding is bound by memory bandwidth, so half the bytes is nearly twice the speed.

The only reason not to is that downloading a smaller file feels like cheating.`,
    upvoters: [carl, leo, mara, sato, tobias],
    downvoters: [ines, yuki, priya, qubit],
    comments: [
      {
        author: ines,
        hoursAfter: 2.0,
        text: `I agree with your second point and reject the title.

Perplexity is an average over tokens, and most tokens are easy. The damage sits in the tail. On our own tasks, same 8B model, fp16 against 4-bit:

| Task | fp16 | 4-bit | Lost |
|---|---|---|---|
| field extraction | 83.5 | 83.0 | 0.5 |
| four-step arithmetic | 74.0 | 66.5 | 7.5 |
| Igbo to English (chrF) | 41.2 | 35.9 | 5.3 |

So it is enough for English extraction. "Everyone" includes my mother, and she writes to it in Igbo.`,
        upvoters: [priya, qubit, yuki, noor, grad, admin, mara, sato],
        replies: [
          {
            author: grad,
            hoursAfter: 3.1,
            text: "Ouch. That third row is a really good argument. Was the calibration set English?",
            upvoters: [ines],
            replies: [
              {
                author: ines,
                hoursAfter: 3.6,
                text: "Of course it was. They nearly all are. With 20% Igbo and Yoruba in the calibration data the loss went from 5.3 to 2.9, for the same bits.",
                upvoters: [grad, qubit, priya, noor, yuki],
                replies: [
                  {
                    author: grad,
                    hoursAfter: 26,
                    text: "I reran this over the weekend on three models with German, Hindi and Swahili. Same picture, the loss grows roughly as the language's share of the training data shrinks. So the claim I can still defend is: *4 bits is enough for whoever the calibration set was made for.* Mind changed. The title stays as a monument.",
                    upvoters: [ines, noor, priya, sato, yuki, leo, qubit, mara, admin],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        author: carl,
        hoursAfter: 5.0,
        text: "I run 4 bits on a machine from 2017 with no network card and it answers my questions about soldering. It is enough for me. I am also everyone.",
        upvoters: [grad, tobias, leo, admin],
        downvoters: [priya],
      },
      {
        author: qubit,
        hoursAfter: 9.0,
        text: `"Within 1 or 2% of fp16" doesn't say what 1% buys. If the whole gap between your 7B and your 13B is 6%, then 2% is a third of a model size.`,
        upvoters: [priya, ines],
      },
    ],
  },
  {
    author: leo,
    category: "ai",
    title:
      "I trained a LoRA on eleven years of my own plotter drawings and I'm not sure I like what it knows about me",
    tags: ["lora", "generative art", "plotters"],
    hoursAgo: 148,
    content: `4,112 drawings, all mine, all from the same two machines. Rank 16, an evening of training, one loud fan. I wanted a sketching partner for the boring part, which is finding a composition before I write the code that actually draws it.

Things it learned that I hadn't told it:

- I put the heavy thing in the lower left. Always. I went back and counted: 71% of the drawings since 2019. I thought I was a free man.
- I stopped using circles in the spring of 2021. There was a reason. It doesn't know the reason, but when I asked it for "2021" it drew the absence very well.
- It does my hesitation. Where I let the pen slow down at the end of a line and it blots, the model puts a blot. It has no pen.

What it didn't learn: why a drawing stops. Everything it makes is full to the edge, because the training crops were.

I have used it for a week, and this is where I am. As a *mirror* it's the most interesting thing with a fan in it that I've ever bought. As a *partner* it's useless, because it agrees with everything I have ever done. I turned the strength down to 0.3 and now it mumbles. I turned it up to 1.4 and it did an impression of me at a party.

Now I'm going to draw something heavy in the upper right, out of spite.`,
    upvoters: [ines, grad, tobias, admin, sato, noor, mara, yuki, qubit, priya, carl],
    comments: [
      {
        author: grad,
        hoursAfter: 2.5,
        text: "The full-to-the-edge thing is fixable! Train on the whole sheets with padding, and put the crop coordinates into the conditioning. And at rank 16 on 4k images you may be memorising more than you think. Have you looked up the nearest training image for a few outputs?",
        upvoters: [leo, ines],
        replies: [
          {
            author: leo,
            hoursAfter: 4.0,
            text: "I did. About one in twelve is a drawing I've already made, shifted a little. I recognised one from my dentist's wall.",
            upvoters: [grad, sato, admin, tobias, carl, delta],
            replies: [
              {
                author: grad,
                hoursAfter: 4.5,
                text: "Rank 4, fewer epochs, and free your dentist.",
                upvoters: [leo, sato, admin, ines],
              },
            ],
          },
        ],
      },
      {
        author: tobias,
        hoursAfter: 8.8,
        text: "Lower left is where the eye comes to rest in people who read left to right. Your composition is not your secret, Leo. The circles may be.",
        upvoters: [leo, noor],
        replies: [
          {
            author: leo,
            hoursAfter: 10.2,
            text: "I'll allow it.",
            upvoters: [tobias],
          },
        ],
      },
      {
        author: sato,
        hoursAfter: 30,
        text: "what did it do when you asked for next year?",
        upvoters: [grad, leo],
        replies: [
          {
            author: leo,
            hoursAfter: 31,
            text: "Lower left, no circles.",
            upvoters: [sato, grad, tobias, admin, ines, noor, yuki, mara, carl],
          },
        ],
      },
    ],
  },
];
