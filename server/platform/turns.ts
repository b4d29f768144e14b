/**
 * Lets at most `most` run at a time. The others wait in the order in which they came, but one of each asker (`who`) is
 * taken before the second of any, so that one who brings many does not hold up the rest.
 */
export function takeTurns(most: number): <T>(run: () => Promise<T>, who?: string) => Promise<T> {
  let running = 0;
  const waiting = new Map<string, (() => void)[]>();

  function next(): (() => void) | undefined {
    for (const [who, turns] of waiting) {
      waiting.delete(who);
      const turn = turns.shift();
      // To the end of the askers.
      if (turns.length > 0) waiting.set(who, turns);
      return turn;
    }
    return undefined;
  }

  return async (run, who = "") => {
    if (running < most) running += 1;
    else
      await new Promise<void>((resolve) => {
        const turns = waiting.get(who) ?? [];
        waiting.set(who, turns);
        turns.push(resolve);
      });
    try {
      return await run();
    } finally {
      const turn = next();
      if (turn) turn();
      else running -= 1;
    }
  };
}
