import { formatList } from "#core/format-list.ts";
import type { Body, StateVariable } from "../model/model.ts";
import type { Exposure } from "../model/summaries.ts";
import { createMatch, type DetectorFunction, type Match } from "./detector.ts";
import { isLocked } from "./locks.ts";
import { findEntries, findReentrancyWindows, readsVariable } from "./reentrancy-windows.ts";

const listNames = (variables: readonly StateVariable[]): string =>
  formatList([...new Set(variables.map(({ name }) => `\`${name}\``))].slice(0, 3));

/** Creates a detector of unlocked windows with this exposure. */
function createUnlockedWindowDetector(exposure: Exposure): DetectorFunction {
  return (context) =>
    findReentrancyWindows(context)
      .filter(
        (window) =>
          window.exposure === exposure && !window.isLocked && window.exploitableVariables.length > 0,
      )
      .map(({ body, step, exploitableVariables }) => ({
        ...createMatch(body, step.node, `Updated after this call: ${listNames(exploitableVariables)}.`),
        // If only trusted callers can call this function, an attack is less likely.
        ...(context.access.isOpen(body) ? {} : { confidence: "low" as const }),
      }));
}

/** Creates a detector of locked windows in which another function sees state that isn't updated yet. */
function createExposedStateDetector(
  isView: boolean,
  describe: (functionName: string, variableNames: string) => string,
): DetectorFunction {
  return (context) => {
    const matches: Match[] = [];
    for (const window of findReentrancyWindows(context)) {
      if (!window.isLocked || window.exposure === "limited") continue;
      // A call without ether, such as a token transfer, rarely changes the balances that prices are computed from.
      if (isView && window.exposure === "call") continue;
      const variables = isView ? window.writtenVariables : window.exploitableVariables;
      const findReadVariables = (other: Body) =>
        variables.filter((variable) => readsVariable(context, other, variable));
      const exposedFunction = findEntries(window.body).find(
        (other) =>
          other !== window.body &&
          other.isView === isView &&
          !isLocked(other, context) &&
          (isView || !context.access.isGuarded(other)) &&
          findReadVariables(other).length > 0,
      );
      if (exposedFunction !== undefined) {
        const detail = describe(exposedFunction.name, listNames(findReadVariables(exposedFunction)));
        matches.push(createMatch(window.body, window.step.node, detail));
      }
    }
    return matches;
  };
}

export const REENTRANCY = {
  reentrancy: createUnlockedWindowDetector("ether"),
  "reentrancy-no-eth": createUnlockedWindowDetector("call"),
  "reentrancy-callback": createUnlockedWindowDetector("callback"),
  "reentrancy-limited-gas": createUnlockedWindowDetector("limited"),
  "reentrancy-cross-function": createExposedStateDetector(
    false,
    (functionName, variableNames) =>
      `\`${functionName}\` has no guard and uses state that is written after this call: ${variableNames}.`,
  ),
  "reentrancy-read-only": createExposedStateDetector(
    true,
    (functionName, variableNames) =>
      `\`${functionName}\` reads state that is written after this call: ${variableNames}.`,
  ),
} satisfies Readonly<Record<string, DetectorFunction>>;
