import type { ReportAction, ReportedKind } from "./kinds.ts";

interface Deed {
  readonly thing: ReportedKind;
  readonly action: ReportAction;
  readonly alsoRemoved: boolean;
}

/** What an administrator did about a report: "removed it"; `author` is how the sentence speaks of whose the thing is. */
export function deedOf({ thing, action, alsoRemoved }: Deed, author: "you" | "its author"): string {
  const removed = thing === "profile" ? "cleared it" : "removed it";
  const also = alsoRemoved ? ` and ${removed}` : "";
  switch (action) {
    case "dismiss":
      return "left it as it is";
    case "edit":
      return "edited it";
    case "remove":
      return removed;
    case "warn":
      return `warned ${author}${also}`;
    case "suspend":
      return `suspended ${author === "you" ? "your account" : author}${also}`;
  }
}
