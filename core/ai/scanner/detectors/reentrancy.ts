import type { StateVariable } from "../model/model.ts";
import type { Reach } from "../model/summaries.ts";
import { type Detector, inBody, type Match } from "./detector.ts";
import { entriesOf, isLocked, openingsOf, reads } from "./openings.ts";

const REMEDY =
  "Write all state before the call (checks, effects, interactions), or put a reentrancy guard on every function that shares this state.";

const namesOf = (variables: readonly StateVariable[]): string =>
  [...new Set(variables.map(({ name }) => `\`${name}\``))].slice(0, 3).join(", ");

/** Unlocked openings of one reach. */
function findUnlocked(reach: Reach): Detector["find"] {
  return (context) =>
    openingsOf(context)
      .filter((opening) => opening.reach === reach && !opening.isLocked && opening.variables.length > 0)
      .map(({ body, step, variables }) => ({
        ...inBody(body, step.node, `${namesOf(variables)} is written only after this call.`),
        // Chosen callers only: they would have to rob themselves.
        ...(context.access.isOpen(body) ? {} : { confidence: "low" as const }),
      }));
}

/** Locked openings through which another function still meets the state between its states. */
function findShared(isView: boolean, say: (name: string, names: string) => string): Detector["find"] {
  return (context) => {
    const matches: Match[] = [];
    for (const opening of openingsOf(context)) {
      if (!opening.isLocked || opening.reach === "limited") continue;
      const variables = isView ? opening.written : opening.variables;
      const met = entriesOf(opening.body).find(
        (other) =>
          other !== opening.body &&
          other.isView === isView &&
          !isLocked(other, context) &&
          (isView || !context.access.isGuarded(other)) &&
          variables.some((variable) => reads(context, other, variable)),
      );
      if (met !== undefined)
        matches.push(inBody(opening.body, opening.step.node, say(met.name, namesOf(variables))));
    }
    return matches;
  };
}

export const REENTRANCY: readonly Detector[] = [
  {
    id: "reentrancy",
    title: "Reentrancy: ether is sent before the state is written",
    impact: "high",
    confidence: "high",
    why: "Whoever receives the ether runs code of his own before this function ends, and can call the contract again while it still believes the old state: he is paid twice.",
    remedy: REMEDY,
    find: findUnlocked("ether"),
  },
  {
    id: "reentrancy-no-eth",
    title: "Reentrancy: another contract is called before the state is written",
    impact: "medium",
    confidence: "medium",
    why: "The called contract, or a token that calls back, can enter this one again while it still believes the old state.",
    remedy: REMEDY,
    find: findUnlocked("call"),
  },
  {
    id: "reentrancy-callback",
    title: "Reentrancy: a token's receiver is asked before the state is written",
    impact: "medium",
    confidence: "medium",
    why: "Safe mints and transfers call the receiver (ERC-721, ERC-1155, ERC-777), who can enter this contract again while it still believes the old state.",
    remedy: REMEDY,
    find: findUnlocked("callback"),
  },
  {
    id: "reentrancy-limited-gas",
    title: "State is written after send or transfer",
    impact: "low",
    confidence: "medium",
    why: "The receiver has 2,300 gas only, too little to do harm today. Prices of gas have changed before; the order should not depend on them.",
    remedy: REMEDY,
    find: findUnlocked("limited"),
  },
  {
    id: "reentrancy-cross-function",
    title: "Reentrancy into another function that shares the state",
    impact: "medium",
    confidence: "medium",
    why: "The guard of this function does not hold back the others: through an unguarded one, whoever is called here can use the state that is not written yet.",
    remedy: REMEDY,
    find: findShared(
      false,
      (name, names) => `\`${name}\` has no guard and uses ${names}, written only after this call.`,
    ),
  },
  {
    id: "reentrancy-read-only",
    title: "A view shows state in the middle of a change",
    impact: "medium",
    confidence: "low",
    why: "While this call runs, other contracts that ask the view get a figure that is neither the old nor the new one. Lending markets have been robbed by such prices.",
    remedy: "Write all state before the call, or let the view refuse while the guard is entered.",
    find: findShared(true, (name, names) => `\`${name}\` reads ${names}, written only after this call.`),
  },
];
