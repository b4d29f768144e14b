interface Stream {
  on(event: "drain" | "close" | "error", listener: () => void): unknown;
  removeListener(event: "drain" | "close" | "error", listener: () => void): unknown;
}

/**
 * Waits until the stream takes more, or has ended for any reason. Unlike a race with a promise of its end, nothing
 * accumulates over many calls.
 */
export function waitForDrain(stream: Stream): Promise<void> {
  const events = ["drain", "close", "error"] as const;
  return new Promise((resolve) => {
    const onEvent = () => {
      for (const event of events) stream.removeListener(event, onEvent);
      resolve();
    };
    for (const event of events) stream.on(event, onEvent);
  });
}
