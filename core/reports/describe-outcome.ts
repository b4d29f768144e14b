import type { ReportAction, ReportedKind } from "./kinds.ts";

interface Outcome {
  readonly targetKind: ReportedKind;
  readonly action: ReportAction;
  readonly alsoRemoved: boolean;
}

/** The outcome of a report as part of a sentence, such as "deleted it". */
export function describeOutcome(
  { targetKind, action, alsoRemoved }: Outcome,
  author: "you" | "its author",
): string {
  const removed = targetKind === "profile" ? "cleared it" : "deleted it";
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
