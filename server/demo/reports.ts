import type { Reason } from "#core/reports/kinds.ts";
import type { MemberName } from "./types.ts";

export interface DemoReport {
  readonly reason: Reason;
  readonly by: MemberName;
  /** The post by its title, or the comment by the whole of its words. */
  readonly on: { readonly post: string } | { readonly comment: string };
  readonly text: string;
  /** Hours before the first start. */
  readonly hoursAgo: number;
}

/** What waits for the administrator of the demo: one of each kind that the specification shows. */
export const DEMO_REPORTS: readonly DemoReport[] = [
  {
    reason: "spam",
    by: "gradient_descent",
    on: { post: "Buyer wants the token without the paper" },
    text: "A shop window dressed up as an anecdote. This is the second post about sheets that he has for sale.",
    hoursAgo: 26,
  },
  {
    reason: "harassment",
    by: "qubitwrangler",
    on: { comment: "Easy to say for someone who never had a position." },
    text: "That is about the person and not about the argument, and the rest of the thread went the same way.",
    hoursAgo: 9,
  },
  {
    reason: "misinformation",
    by: "ines_okafor",
    on: { post: "4 bits is enough for everyone. Change my mind." },
    text: "The author took it back in the comments, but the title still says everyone, and titles are what people quote.",
    hoursAgo: 2.5,
  },
];
