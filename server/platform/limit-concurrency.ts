/** Runs at most `max` tasks at a time. Alternates between clients, so that one with many tasks doesn't block others. */
export function limitConcurrency(max: number): <T>(run: () => Promise<T>, client?: string) => Promise<T> {
  let runningCount = 0;
  const turnsByClient = new Map<string, (() => void)[]>();

  function takeNext(): (() => void) | undefined {
    for (const [client, turns] of turnsByClient) {
      turnsByClient.delete(client);
      const turn = turns.shift();
      // Move the client to the end of the queue.
      if (turns.length > 0) turnsByClient.set(client, turns);
      return turn;
    }
    return undefined;
  }

  return async (run, client = "") => {
    if (runningCount < max) runningCount += 1;
    else
      await new Promise<void>((resolve) => {
        const turns = turnsByClient.get(client) ?? [];
        turnsByClient.set(client, turns);
        turns.push(resolve);
      });
    try {
      return await run();
    } finally {
      const turn = takeNext();
      if (turn) turn();
      else runningCount -= 1;
    }
  };
}
