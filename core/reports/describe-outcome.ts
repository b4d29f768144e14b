import type { ReportAction, ReportableKind } from "./kinds.ts";

interface Outcome {
  readonly targetKind: ReportableKind;
  readonly action: ReportAction;
  readonly alsoRemoved: boolean;
}

/** Describes a review to a reporter. `report` is "your report", with or without its target. */
export function describeReview(outcome: Outcome, report: string): string {
  return `reviewed ${report}${outcome.alsoRemoved ? "," : " and"} ${describeOutcome(outcome, "reporter")}`;
}

/** Describes the outcome of a report as part of a sentence, such as "deleted the post and warned its author". */
export function describeOutcome(
  { targetKind, action, alsoRemoved }: Outcome,
  audience: "reporter" | "author",
): string {
  const isAuthor = audience === "author";
  const target = isAuthor ? `your ${targetKind}` : `the ${targetKind}`;
  const removal = targetKind === "profile" ? `cleared ${target}` : `deleted ${target}`;
  const removalPrefix = alsoRemoved ? `${removal} and ` : "";
  const role = targetKind === "profile" ? "owner" : "author";
  // "Its author" alone could be read as the author of the report.
  const targetAuthor = alsoRemoved ? `its ${role}` : `${target}'s ${role}`;
  switch (action) {
    case "dismiss":
      return `left ${target} as it is`;
    case "edit":
      return `edited ${target}`;
    case "remove":
      return removal;
    case "warn":
      return `${removalPrefix}warned ${isAuthor ? "you" : targetAuthor}`;
    case "suspend":
      return `${removalPrefix}suspended ${isAuthor ? "your account" : targetAuthor}`;
  }
}
