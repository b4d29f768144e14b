/** A picture being uploaded. */
export interface QueuedPicture {
  readonly token: string;
  readonly file: File;
  readonly alt: string;
  readonly phase: "waiting" | "uploading" | "failed" | "loose";
  /** From 0 to 1; at 1 the server is processing the picture. */
  readonly progress: number;
  /** The error message; "" if it hasn't failed. */
  readonly problem: string;
  readonly canRetry: boolean;
  /** Set after the upload. "loose" pictures have one, but their placeholder was removed from the text. */
  readonly address: string;
}

export type UploadAnswer =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly message: string; readonly canRetry: boolean };

export interface PictureQueueDeps {
  /** Uploads one picture; never rejects. After an abort its result is ignored. */
  send(
    picture: { readonly token: string; readonly file: File },
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<UploadAnswer>;
  /** Puts an uploaded picture into the text; false if its placeholder was removed. */
  place(picture: { readonly token: string; readonly alt: string; readonly address: string }): boolean;
  /** The number of parallel uploads. */
  readonly atOnce: number;
}

/** Uploads pictures in order, a few at a time. */
export function createPictureQueue({ send, place, atOnce }: PictureQueueDeps) {
  let pictures: readonly QueuedPicture[] = [];
  const running = new Map<string, AbortController>();
  const listeners = new Set<() => void>();

  function show(next: readonly QueuedPicture[]): void {
    pictures = next;
    for (const listener of listeners) listener();
  }

  function change(token: string, how: Partial<QueuedPicture>): void {
    show(pictures.map((picture) => (picture.token === token ? { ...picture, ...how } : picture)));
  }

  function drop(token: string): void {
    running.get(token)?.abort();
    running.delete(token);
    show(pictures.filter((picture) => picture.token !== token));
    advance();
  }

  function advance(): void {
    while (running.size < atOnce) {
      const next = pictures.find(({ phase }) => phase === "waiting");
      if (!next) return;
      void run(next);
    }
  }

  async function run({ token, file }: QueuedPicture): Promise<void> {
    const abort = new AbortController();
    running.set(token, abort);
    change(token, { phase: "uploading", progress: 0, problem: "" });
    const onProgress = (progress: number) => {
      if (!abort.signal.aborted) change(token, { progress });
    };
    const answer = await send({ token, file }, onProgress, abort.signal);
    if (abort.signal.aborted) return;
    running.delete(token);
    if (!answer.ok) {
      change(token, { phase: "failed", problem: answer.message, canRetry: answer.canRetry });
    } else {
      const { address } = answer;
      const alt = pictures.find((picture) => picture.token === token)?.alt ?? "";
      if (place({ token, alt, address })) show(pictures.filter((picture) => picture.token !== token));
      else change(token, { phase: "loose", address });
    }
    advance();
  }

  return {
    getState: (): readonly QueuedPicture[] => pictures,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** A file with a `problem` is listed as failed without being sent. */
    add(added: readonly { readonly token: string; readonly file: File; readonly problem?: string }[]): void {
      show([
        ...pictures,
        ...added.map(
          ({ token, file, problem = "" }) =>
            ({
              token,
              file,
              alt: "",
              phase: problem ? "failed" : "waiting",
              progress: 0,
              problem,
              canRetry: false,
              address: "",
            }) satisfies QueuedPicture,
        ),
      ]);
      advance();
    },
    /** Stops an upload, or removes a failed one from the list. */
    drop,
    retry(token: string): void {
      change(token, { phase: "waiting", problem: "" });
      advance();
    },
    setAlt: (token: string, alt: string) => change(token, { alt }),
    /** Stops everything because the page is left. */
    close(): void {
      for (const abort of running.values()) abort.abort();
      running.clear();
    },
  };
}
