import type { StateVariable } from "../model/model.ts";
import type { Reach } from "../model/summaries.ts";
import { createMatch, type Find, type Match } from "./detector.ts";
import { isLocked } from "./locks.ts";
import { findEntries, findOpenings, reads } from "./openings.ts";

const listNames = (variables: readonly StateVariable[]): string =>
  [...new Set(variables.map(({ name }) => `\`${name}\``))].slice(0, 3).join(", ");

/** Unlocked openings with this reach. */
function findUnlocked(reach: Reach): Find {
  return (context) =>
    findOpenings(context)
      .filter((opening) => opening.reach === reach && !opening.isLocked && opening.variables.length > 0)
      .map(({ body, step, variables }) => ({
        ...createMatch(body, step.node, `Written only after this call: ${listNames(variables)}.`),
        // Only trusted callers can enter the function.
        ...(context.access.isOpen(body) ? {} : { confidence: "low" as const }),
      }));
}

/** Locked openings during which another function still sees the intermediate state. */
function findShared(isView: boolean, describe: (name: string, names: string) => string): Find {
  return (context) => {
    const matches: Match[] = [];
    for (const opening of findOpenings(context)) {
      if (!opening.isLocked || opening.reach === "limited") continue;
      // A token transfer doesn't change what the prices of ether and shares are computed from.
      if (isView && opening.reach === "call") continue;
      const variables = isView ? opening.written : opening.variables;
      const met = findEntries(opening.body).find(
        (other) =>
          other !== opening.body &&
          other.isView === isView &&
          !isLocked(other, context) &&
          (isView || !context.access.isGuarded(other)) &&
          variables.some((variable) => reads(context, other, variable)),
      );
      if (met !== undefined)
        matches.push(createMatch(opening.body, opening.step.node, describe(met.name, listNames(variables))));
    }
    return matches;
  };
}

/** Keyed by catalog id. */
export const REENTRANCY = {
  reentrancy: findUnlocked("ether"),
  "reentrancy-no-eth": findUnlocked("call"),
  "reentrancy-callback": findUnlocked("callback"),
  "reentrancy-limited-gas": findUnlocked("limited"),
  "reentrancy-cross-function": findShared(
    false,
    (name, names) => `\`${name}\` has no guard and uses state that is written only after this call: ${names}.`,
  ),
  "reentrancy-read-only": findShared(
    true,
    (name, names) => `\`${name}\` reads state that is written only after this call: ${names}.`,
  ),
} satisfies Readonly<Record<string, Find>>;
