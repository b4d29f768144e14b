interface Stream {
  on(event: "drain" | "close" | "error", listener: () => void): unknown;
  removeListener(event: "drain" | "close" | "error", listener: () => void): unknown;
}

/**
 * Waits until the stream can take more data, or has closed or failed. Removes its listeners. `Promise.race` with one
 * long-lived promise would leak a reaction per call.
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
