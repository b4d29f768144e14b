import { type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { PICTURE_MAX_BYTES } from "#core/storage/limits.ts";
import {
  findPictures,
  findPlaceholders,
  writePicture,
  writePlaceholder,
} from "#core/storage/picture-text.ts";
import { toast } from "#web/ui/toast.tsx";
import { insertText } from "../insert-text.ts";
import { insertBlocks } from "./picture-edits.ts";
import { createPictureQueue, type QueuedPicture, type UploadAnswer } from "./picture-queue.ts";
import { editPicture, placePicture, removePicture, removePlaceholder } from "./text-pictures.ts";

/** Parallel uploads, and files accepted at once, in case a whole folder is dropped by mistake. */
const PARALLEL_UPLOADS = 3;
const FILES_MAX = 20;

const TOO_LARGE = "This file is larger than 10MB.";

/** The pictures of the text: uploads, uploads interrupted by leaving the page, and those in the text. */
export function usePictures(textarea: RefObject<HTMLTextAreaElement | null>, content: string) {
  const [announcement, announce] = useState("");
  const [queue] = useState(() =>
    createPictureQueue({
      atOnce: PARALLEL_UPLOADS,
      async send({ token, file }, onProgress, signal) {
        const answer = await send({ token, file, onProgress, signal });
        if (signal.aborted) return answer;
        if (answer.ok) announce(`${file.name} was uploaded.`);
        else {
          showRefusal(`${file.name}: ${answer.message}`);
          // Remove the placeholder if the upload can't succeed.
          if (!answer.canRetry && textarea.current) removePlaceholder(textarea.current, token);
        }
        return answer;
      },
      place: (picture) => (textarea.current ? placePicture(textarea.current, picture) : false),
    }),
  );
  useEffect(() => () => queue.close(), [queue]);
  const queued = useSyncExternalStore(queue.subscribe, queue.getState, none);

  /** Inserts files at the caret, each as its own paragraph. */
  function add(files: readonly File[]) {
    const added = files.slice(0, FILES_MAX).map((file) => ({
      token: newToken(),
      file,
      problem: file.size > PICTURE_MAX_BYTES ? TOO_LARGE : "",
    }));
    const sent = added.filter(({ problem }) => problem === "");
    if (textarea.current && sent.length > 0) {
      const { value: text, selectionStart: start, selectionEnd: end } = textarea.current;
      const places = sent.map(({ token, file }) => writePlaceholder(token, file.name));
      insertText(textarea.current, insertBlocks({ text, start, end }, places));
    }
    queue.add(added);
    announce("");
    const refused = added
      .filter(({ problem }) => problem)
      .map(({ file, problem }) => `${file.name}: ${problem}`)
      .join(" ");
    if (files.length > FILES_MAX)
      showRefusal(`Only the first ${FILES_MAX} of ${files.length} files were added.`);
    else if (refused) showRefusal(refused);
  }

  const placeholders = useMemo(() => findPlaceholders(content), [content]);
  return {
    queued,
    /** Placeholders of uploads that were interrupted by leaving the page. */
    interrupted: placeholders.filter(({ token }) => queued.every((picture) => picture.token !== token)),
    shown: useMemo(() => findPictures(content), [content]),
    announcement,
    add,
    cancel(token: string) {
      queue.drop(token);
      if (textarea.current) removePlaceholder(textarea.current, token);
    },
    retry: queue.retry,
    /** Restarts an interrupted upload. */
    resume: (token: string, file: File) =>
      queue.add([{ token, file, problem: file.size > PICTURE_MAX_BYTES ? TOO_LARGE : "" }]),
    setAlt: queue.setAlt,
    /** Inserts a picture at the caret if its placeholder was removed. */
    putIn({ token, alt, address }: QueuedPicture) {
      if (!textarea.current) return;
      const { value: text, selectionStart: start, selectionEnd: end } = textarea.current;
      insertText(textarea.current, insertBlocks({ text, start, end }, [writePicture(alt, address)]));
      queue.drop(token);
    },
    changeAlt(at: number, alt: string) {
      if (textarea.current) editPicture(textarea.current, at, alt);
    },
    remove(at: number) {
      if (textarea.current) removePicture(textarea.current, at);
    },
  };
}

export type Pictures = ReturnType<typeof usePictures>;

/** As a toast, because the picture's row is often out of sight below a long text. */
function showRefusal(description: string): void {
  toast({ title: "Not uploaded", description, destructive: true });
}

const NONE: readonly QueuedPicture[] = [];
const none = () => NONE;

/** Loads the storage client with the first picture. */
async function send(
  sending: Parameters<typeof import("./send-picture.ts")["sendPicture"]>[0],
): Promise<UploadAnswer> {
  try {
    const { sendPicture } = await import("./send-picture.ts");
    return await sendPicture(sending);
  } catch {
    return { ok: false, message: "We can't reach the server.", canRetry: true };
  }
}

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => (byte % 36).toString(36)).join("");
}
