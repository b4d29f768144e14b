import type { Replicas } from "#server/database/index.ts";

/** Formats the replicas' states for /readyz. Everyone can read this, so it omits their host names. */
export function reportReplicas({ statuses, isListening }: Pick<Replicas, "statuses" | "isListening">) {
  return statuses
    .map(({ problem, lagBytes, lagSeconds, checkedAt, unusedSince }, index) => {
      const lag =
        lagBytes === null
          ? "lag unknown"
          : `${lagBytes} bytes behind${lagSeconds === null ? "" : `, ${lagSeconds.toFixed(1)} s at most`}`;
      const usage = problem === null && isListening ? "used" : "not used";
      const details = [
        ...(problem === null ? [] : [problem]),
        lag,
        ...(checkedAt === null ? [] : [`last answer ${checkedAt}`]),
        ...(unusedSince === null ? [] : [`not used since ${unusedSince}`]),
      ];
      return `replica ${index + 1}: ${usage} (${details.join("; ")})\n`;
    })
    .join("");
}
