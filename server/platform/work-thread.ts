import { parentPort, Worker } from "node:worker_threads";

interface Message<Question> {
  readonly number: number;
  readonly question: Question;
}
type Reply<Answer, Refusal> = { readonly number: number } & (
  | { readonly answer: Answer }
  | { readonly refusal: Refusal }
);
/** Posted once, when the thread has loaded its script. */
const READY = "ready";
/** A busy machine may need longer to start a thread than a question may take. */
const START_MAX_MS = 60_000;

export interface WorkThreadOptions<Refusal> {
  /** Must call `answerOnThread`. */
  readonly script: URL;
  /** Time limit per question, once the thread has loaded its script. */
  readonly milliseconds: number;
  readonly memoryMb: number;
  /** An unused thread is ended after this time. Starting a new one takes a moment. */
  readonly idleMs: number;
  /** The errors a question can be rejected with. */
  readonly errors: {
    /** The script refused the question. */
    refused(refusal: Refusal): Error;
    /** The thread crashed: out of memory, or a bug. */
    ended(error: NodeJS.ErrnoException): Error;
    late(): Error;
    stopped(): Error;
  };
  /** Limits the queue. Default: unlimited. */
  readonly queue?: { readonly most: number; error(): Error };
}

export interface WorkThread<Question, Answer> {
  /** Questions run one at a time. A question that was aborted before its turn isn't run. */
  run(question: Question, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly signal: AbortSignal | undefined;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Runs heavy work on a separate thread so that pages don't wait for it. A question that takes too long or too much
 * memory is rejected and its thread ended; the next one gets a new thread.
 */
export function createWorkThread<Question, Answer, Refusal>({
  script,
  milliseconds,
  memoryMb,
  idleMs,
  errors,
  queue,
}: WorkThreadOptions<Refusal>): WorkThread<Question, Answer> {
  type One = Waiting<Question, Answer>;
  const waiting: One[] = [];
  let worker: Worker | undefined;
  let isReady = false;
  let current: One | undefined;
  let number = 0;
  let timer: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  function open(): Worker {
    // The thread must not see the program's settings, hence the empty `env`.
    const opened = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memoryMb }, env: {} });
    isReady = false;
    opened.on("message", (message: typeof READY | Reply<Answer, Refusal>) => {
      if (opened !== worker) return;
      if (message === READY) {
        isReady = true;
        startTimer(milliseconds);
        return;
      }
      // Ignore late answers to questions that were given up.
      if (message.number !== number) return;
      finish((one) =>
        "answer" in message ? one.resolve(message.answer) : one.reject(errors.refused(message.refusal)),
      );
    });
    opened.on("error", (error) => {
      if (opened !== worker) return;
      worker = undefined;
      finish((one) => one.reject(errors.ended(error)));
    });
    return opened;
  }

  function finish(settle: (one: One) => void): void {
    clearTimeout(timer);
    const one = current;
    current = undefined;
    if (one) settle(one);
    next();
  }

  function next(): void {
    if (current) return;
    clearTimeout(idle);
    do {
      current = waiting.shift();
      if (current?.signal?.aborted) current.reject(current.signal.reason);
    } while (current?.signal?.aborted);
    if (!current) {
      worker?.unref();
      idle = setTimeout(() => void drop(), idleMs).unref();
      return;
    }
    number += 1;
    worker ??= open();
    worker.ref();
    worker.postMessage({ number, question: current.question } satisfies Message<Question>);
    startTimer(isReady ? milliseconds : START_MAX_MS);
  }

  function startTimer(limitMs: number): void {
    if (!current) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      void drop();
      finish((one) => one.reject(errors.late()));
    }, limitMs);
  }

  async function drop(): Promise<void> {
    const dropped = worker;
    worker = undefined;
    await dropped?.terminate();
  }

  return {
    run: (question, signal) =>
      new Promise((resolve, reject) => {
        if (queue && waiting.length >= queue.most) return reject(queue.error());
        waiting.push({ question, signal, resolve, reject });
        next();
      }),
    async close() {
      clearTimeout(timer);
      clearTimeout(idle);
      const stopped = errors.stopped();
      for (const one of [...(current ? [current] : []), ...waiting.splice(0)]) one.reject(stopped);
      current = undefined;
      await drop();
    },
  };
}

/** Runs on the thread: replies to each question with `answer`, or with `refuse` for what it throws. */
export function serveOnThread<Question, Answer, Refusal>(
  answer: (question: Question) => Answer,
  refuse: (error: unknown) => Refusal,
): void {
  const toReply = (question: Question): { answer: Answer } | { refusal: Refusal } => {
    try {
      return { answer: answer(question) };
    } catch (error) {
      return { refusal: refuse(error) };
    }
  };
  parentPort?.on("message", ({ number, question }: Message<Question>) => {
    parentPort?.postMessage({ number, ...toReply(question) } satisfies Reply<Answer, Refusal>);
  });
  parentPort?.postMessage(READY);
}
