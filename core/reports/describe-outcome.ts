import type { ReportAction, ReportedKind } from "./kinds.ts";

interface Outcome {
  readonly targetKind: ReportedKind;
  readonly action: ReportAction;
  readonly alsoRemoved: boolean;
}

/** Describes the outcome of a report as part of a sentence, such as "deleted the post and warned its author". */
export function describeOutcome(
  { targetKind, action, alsoRemoved }: Outcome,
  audience: "reporter" | "author",
): string {
  const isAuthor = audience === "author";
  const target = isAuthor ? `your ${targetKind}` : `the ${targetKind}`;
  const person = targetKind === "profile" ? "its owner" : "its author";
  const removed = targetKind === "profile" ? `cleared ${target}` : `deleted ${target}`;
  const also = alsoRemoved ? `${removed} and ` : "";
  switch (action) {
    case "dismiss":
      return `left ${target} as it is`;
    case "edit":
      return `edited ${target}`;
    case "remove":
      return removed;
    case "warn":
      return `${also}warned ${isAuthor ? "you" : person}`;
    case "suspend":
      return `${also}suspended ${isAuthor ? "your account" : person}`;
  }
}
