/** Runs at most `max` tasks at a time. Alternates between clients, so that one with many tasks doesn't block others. */
export function limitConcurrency(max: number): <T>(run: () => Promise<T>, client?: string) => Promise<T> {
  let runningCount = 0;
  const queuesByClient = new Map<string, (() => void)[]>();

  function dequeue(): (() => void) | undefined {
    for (const [client, queue] of queuesByClient) {
      queuesByClient.delete(client);
      const startNext = queue.shift();
      // Move the client behind the others.
      if (queue.length > 0) queuesByClient.set(client, queue);
      return startNext;
    }
    return undefined;
  }

  return async (run, client = "") => {
    if (runningCount < max) runningCount += 1;
    else
      await new Promise<void>((resolve) => {
        const queue = queuesByClient.get(client) ?? [];
        queuesByClient.set(client, queue);
        queue.push(resolve);
      });
    try {
      return await run();
    } finally {
      const startNext = dequeue();
      if (startNext) startNext();
      else runningCount -= 1;
    }
  };
}
