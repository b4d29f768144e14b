import type { DemoPost } from "../types.ts";
import { admin, carl, grad, ines, leo, mara, qubit, sato, tobias } from "./cast.ts";

/** Measurements and arithmetic. */
export const TECH_NUMBERS: readonly DemoPost[] = [
  {
    author: leo,
    category: "tech",
    title: "25 ms instead of 1.9 s: plotter path ordering in WebAssembly, and the 15 ms I nearly gave away",
    tags: ["webassembly", "plotters", "typescript"],
    hoursAgo: 15,
    content: `My plotter spends more time flying with the pen up than drawing. Ordering 12,000 strokes so that it flies less is a travelling salesman with a pen. Greedy plus 2-opt in plain TypeScript: 1.9 s, and the page freezes as if it had seen something.

Same algorithm compiled to WebAssembly: 25 ms. But calling it took 40, because I was copying the points in and out as arrays of objects. So now the points live in its memory and I draw straight from a view of it:

\`\`\`ts
const points = new Float32Array(wasm.memory.buffer, wasm.points_ptr(), count * 2);
// Careful: if the module grows its memory, this view is suddenly empty. Recreate it after every call.
\`\`\`

That comment is forty minutes of my life, in which all my drawings became one dot at the origin. Some of them were better.

Then I put the typed array version *without* WebAssembly beside it, to be fair: 160 ms. Most of the 1.9 s had been objects. I kept the WebAssembly, out of vanity and for 135 ms.

Pen-up distance for the drawing I was working on: 84 m before, 9.6 m after.`,
    upvoters: [grad, mara, ines, sato, admin, qubit, tobias],
    comments: [
      {
        author: mara,
        hoursAfter: 1.1,
        text: `"Most of the 1.9 s had been objects" is my whole indexer post in eight words. Mine took 2,600 characters and a cake.`,
        upvoters: [leo, ines, grad],
      },
      {
        author: qubit,
        hoursAfter: 4.6,
        text: "2-opt alone tends to stall about 5% above the optimum. Or-opt moves (take a run of up to three strokes, put it elsewhere, perhaps reversed) are ten more lines and usually get half of that back. For 9.6 m it's 25 cm, which I admit is an odd thing to care about.",
        upvoters: [leo, grad],
        replies: [
          {
            author: leo,
            hoursAfter: 6.0,
            text: "I care about 25 cm. 9.31 m now! The reversal matters: half of my strokes wanted to be drawn from the other end.",
            upvoters: [qubit, grad, mara],
          },
        ],
      },
    ],
  },
  {
    author: sato,
    category: "tech",
    title: "Why does my portfolio script say I own 0.30000000000000004 ETH, and can I sell the 4?",
    tags: ["basics", "floating point"],
    hoursAgo: 0.4,
    content:
      "I bought 0.1 and 0.2. I didn't buy the 4. Python does it and so does the browser, so I suppose it's not a bug. What do the real wallets do?",
    upvoters: [carl, tobias],
    comments: [
      {
        author: mara,
        hoursAfter: 0.2,
        text: "Real wallets never hold 0.1. They hold 100000000000000000, an integer number of wei, and add the decimal point only when they show it to you. In TypeScript that's `bigint`, in Python a plain `int`. 0.1 has no finite binary form, just as 1/3 has no finite decimal one, so the 4 is the rounding you can see. And no. I've tried.",
        upvoters: [sato, carl],
      },
    ],
  },
];
