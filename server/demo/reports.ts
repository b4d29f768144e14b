import type { Reason } from "#core/reports/kinds.ts";
import { grad, ines, qubit } from "./posts/cast.ts";
import type { MemberName } from "./types.ts";

export interface DemoReport {
  readonly reason: Reason;
  readonly reporter: MemberName;
  /** Identifies a post by its title, or a comment by its full text. */
  readonly target: { readonly post: string } | { readonly comment: string };
  readonly text: string;
  /** Hours before the site's first start. */
  readonly hoursAgo: number;
}

/** Open reports for the demo administrator: one for each reason that the specification shows. */
export const DEMO_REPORTS: readonly DemoReport[] = [
  {
    reason: "spam",
    reporter: grad,
    target: { post: "Buyer wants the token without the paper" },
    text: "This is an ad dressed up as an anecdote. It's his second post about prints he has for sale.",
    hoursAgo: 26,
  },
  {
    reason: "harassment",
    reporter: qubit,
    target: { comment: "Easy to say for someone who never had a position." },
    text: "This attacks the person instead of the argument, and it derailed the rest of the thread.",
    hoursAgo: 9,
  },
  {
    reason: "misinformation",
    reporter: ines,
    target: { post: "4 bits is enough for everyone. Change my mind." },
    text: 'The author walked it back in the comments, but the title still says "everyone", and the title is what people will quote.',
    hoursAgo: 2.5,
  },
];
