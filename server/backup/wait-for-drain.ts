interface Stream {
  readonly destroyed: boolean;
  on(event: "drain" | "close" | "error", listener: () => void): unknown;
  removeListener(event: "drain" | "close" | "error", listener: () => void): unknown;
}

/**
 * Resolves when the stream can accept more data, or has closed or failed. `Promise.race` with one long-lived promise
 * would leak memory with each call.
 */
export function waitForDrain(stream: Stream): Promise<void> {
  const events = ["drain", "close", "error"] as const;
  if (stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const onEvent = () => {
      for (const event of events) stream.removeListener(event, onEvent);
      resolve();
    };
    for (const event of events) stream.on(event, onEvent);
  });
}
