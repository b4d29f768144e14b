import { createStore } from "#web/ui/create-store.ts";

export interface QueuedImage {
  readonly token: string;
  readonly file: File;
  readonly alt: string;
  readonly phase: "waiting" | "uploading" | "failed" | "unplaced";
  /** From 0 to 1; at 1 the server is processing the image. */
  readonly progress: number;
  /** The error message; "" if the upload hasn't failed. */
  readonly problem: string;
  readonly canRetry: boolean;
  /** "" unless the image is "unplaced": uploaded, but without its placeholder, which was removed from the text. */
  readonly path: string;
}

export type UploadResult =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly message: string; readonly canRetry: boolean };

export interface ImageQueueDeps {
  /** Uploads one image; never rejects. After an abort, its result is ignored. */
  send(
    image: { readonly token: string; readonly file: File },
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<UploadResult>;
  /** Puts an uploaded image into the text; false if its placeholder was removed. */
  place(image: { readonly token: string; readonly alt: string; readonly path: string }): boolean;
  readonly concurrency: number;
}

/** Uploads images, at most `concurrency` at a time. An image leaves the queue when it has been put into the text. */
export function createImageQueue({ send, place, concurrency }: ImageQueueDeps) {
  const images = createStore<readonly QueuedImage[]>([]);
  const runningUploads = new Map<string, AbortController>();

  function change(token: string, changes: Partial<QueuedImage>): void {
    images.set(images.get().map((image) => (image.token === token ? { ...image, ...changes } : image)));
  }

  function remove(token: string): void {
    runningUploads.get(token)?.abort();
    runningUploads.delete(token);
    images.set(images.get().filter((image) => image.token !== token));
    startWaitingUploads();
  }

  function startWaitingUploads(): void {
    while (runningUploads.size < concurrency) {
      const next = images.get().find(({ phase }) => phase === "waiting");
      if (!next) return;
      void run(next);
    }
  }

  async function run({ token, file }: QueuedImage): Promise<void> {
    const controller = new AbortController();
    runningUploads.set(token, controller);
    change(token, { phase: "uploading", progress: 0, problem: "" });
    const onProgress = (progress: number) => {
      if (!controller.signal.aborted) change(token, { progress });
    };
    const result = await send({ token, file }, onProgress, controller.signal);
    if (controller.signal.aborted) return;
    runningUploads.delete(token);
    if (!result.ok) {
      change(token, { phase: "failed", problem: result.message, canRetry: result.canRetry });
    } else {
      const { path } = result;
      const alt = images.get().find((image) => image.token === token)?.alt ?? "";
      if (place({ token, alt, path })) images.set(images.get().filter((image) => image.token !== token));
      else change(token, { phase: "unplaced", path });
    }
    startWaitingUploads();
  }

  return {
    getState: images.get,
    subscribe: images.subscribe,
    /** A file with a `problem` is listed as failed without being sent. */
    add(
      newImages: readonly { readonly token: string; readonly file: File; readonly problem?: string }[],
    ): void {
      images.set([
        ...images.get(),
        ...newImages.map(
          ({ token, file, problem = "" }) =>
            ({
              token,
              file,
              alt: "",
              phase: problem ? "failed" : "waiting",
              progress: 0,
              problem,
              canRetry: false,
              path: "",
            }) satisfies QueuedImage,
        ),
      ]);
      startWaitingUploads();
    },
    remove,
    retry(token: string): void {
      change(token, { phase: "waiting", problem: "" });
      startWaitingUploads();
    },
    setAlt: (token: string, alt: string) => change(token, { alt }),
    close(): void {
      for (const controller of runningUploads.values()) controller.abort();
      runningUploads.clear();
    },
  };
}
