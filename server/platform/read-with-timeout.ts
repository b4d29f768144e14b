/** Time limits for reading a request body, in milliseconds. */
export interface ReadTimeouts {
  /** For the next chunk. */
  readonly idleMs: number;
  /** For all of them. */
  readonly totalMs: number;
}

/**
 * Yields the chunks of a body. Throws `refusal()` if the client sends too slowly, so that announcing a body and never
 * sending it can't block a connection. The rest of the body can still be read afterwards.
 */
export async function* readWithTimeout(
  body: ReadableStream<Uint8Array>,
  { idleMs, totalMs }: ReadTimeouts,
  refusal: () => Error,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const until = performance.now() + totalMs;
  try {
    for (;;) {
      const milliseconds = Math.min(idleMs, until - performance.now());
      const { done, value } = await within(milliseconds, reader.read(), refusal);
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

async function within<T>(milliseconds: number, work: Promise<T>, refusal: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(refusal()), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
