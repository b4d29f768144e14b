import { parentPort, Worker } from "node:worker_threads";

interface Asked<Question> {
  readonly number: number;
  readonly question: Question;
}
type Reply<Answer, Refusal> = { readonly number: number } & (
  | { readonly answer: Answer }
  | { readonly refusal: Refusal }
);
/** Posted once, when the thread has loaded its script. */
const READY = "ready";

export interface WorkThreadParts<Refusal> {
  /** Calls `answerOnThread`. */
  readonly script: URL;
  /** How long one question may take, once the thread has loaded its script. */
  readonly milliseconds: number;
  readonly memoryMb: number;
  /** A thread that nobody has asked for so long is let go; a new one takes a moment to be ready. */
  readonly idleMs: number;
  /** Why a question is refused, as errors. */
  readonly errors: {
    /** The script's own refusal. */
    refused(refusal: Refusal): Error;
    /** The thread ended under it: out of memory, or a bug. */
    ended(error: NodeJS.ErrnoException): Error;
    late(): Error;
    stopped(): Error;
  };
  /** More are not kept waiting, and `error` says so. Default: any number waits. */
  readonly queue?: { readonly most: number; error(): Error };
}

export interface WorkThread<Question, Answer> {
  /** One question after the other. One whose `signal` aborts before its turn is not asked. */
  ask(question: Question, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly signal: AbortSignal | undefined;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Heavy work on a thread of its own, so that no page waits for it. A question that takes too long or too much memory is
 * refused and its thread ended; the next gets a new one.
 */
export function createWorkThread<Question, Answer, Refusal>({
  script,
  milliseconds,
  memoryMb,
  idleMs,
  errors,
  queue,
}: WorkThreadParts<Refusal>): WorkThread<Question, Answer> {
  type One = Waiting<Question, Answer>;
  const waiting: One[] = [];
  let worker: Worker | undefined;
  let isReady = false;
  let current: One | undefined;
  let number = 0;
  let timer: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  function open(): Worker {
    // Nothing of the program's settings is this work's business.
    const opened = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memoryMb }, env: {} });
    isReady = false;
    opened.on("message", (message: typeof READY | Reply<Answer, Refusal>) => {
      if (opened !== worker) return;
      if (message === READY) {
        isReady = true;
        startTimer();
        return;
      }
      // A late answer to a question that was given up is discarded.
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
    worker.postMessage({ number, question: current.question } satisfies Asked<Question>);
    if (isReady) startTimer();
  }

  /** A busy machine may need longer to start a thread than a question may take. */
  function startTimer(): void {
    if (!current) return;
    timer = setTimeout(() => {
      void drop();
      finish((one) => one.reject(errors.late()));
    }, milliseconds);
  }

  async function drop(): Promise<void> {
    const dropped = worker;
    worker = undefined;
    await dropped?.terminate();
  }

  return {
    ask: (question, signal) =>
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

/** The thread's side: answers each question by `answer`, or with what `refuse` makes of what it throws. */
export function answerOnThread<Question, Answer, Refusal>(
  answer: (question: Question) => Answer,
  refuse: (error: unknown) => Refusal,
): void {
  const reply = (question: Question): { answer: Answer } | { refusal: Refusal } => {
    try {
      return { answer: answer(question) };
    } catch (error) {
      return { refusal: refuse(error) };
    }
  };
  parentPort?.on("message", ({ number, question }: Asked<Question>) => {
    parentPort?.postMessage({ number, ...reply(question) } satisfies Reply<Answer, Refusal>);
  });
  parentPort?.postMessage(READY);
}
