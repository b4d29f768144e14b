import { type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { describeLargeImage, IMAGE_MAX_BYTES } from "#core/storage/limits.ts";
import {
  findImages,
  findPlaceholders,
  formatImage,
  formatPlaceholder,
} from "#core/storage/markdown-images.ts";
import { toast } from "#web/ui/toast.tsx";
import { insertText } from "../insert-text.ts";
import {
  insertBlocks,
  movePosition,
  type Replacement,
  removeBlock,
  replaceAlt,
  replacePlaceholder,
} from "./image-edits.ts";
import { createImageQueue, type QueuedImage, type UploadResult } from "./image-queue.ts";

const PARALLEL_UPLOADS = 3;
/** The maximum number of files added at once, in case an entire folder is dropped by mistake. */
const FILES_MAX = 20;

const findProblem = ({ size }: File) => (size > IMAGE_MAX_BYTES ? describeLargeImage(size) : "");

/** The images of a Markdown field: those in its text, those in the upload queue, and interrupted uploads. */
export function useImages(textarea: RefObject<HTMLTextAreaElement | null>, content: string) {
  const [announcement, announce] = useState("");

  /** Returns whether there was something to edit. */
  function edit(find: (text: string) => Replacement | null | undefined): boolean {
    const replacement = textarea.current && find(textarea.current.value);
    if (textarea.current && replacement) applyReplacement(textarea.current, replacement);
    return Boolean(replacement);
  }
  const removePlaceholder = (token: string) => edit((text) => replacePlaceholder(text, token, ""));

  const [queue] = useState(() =>
    createImageQueue({
      concurrency: PARALLEL_UPLOADS,
      async send({ token, file }, onProgress, signal) {
        const result = await loadAndUpload({ token, file, onProgress, signal });
        if (signal.aborted) return result;
        if (result.ok) announce(`${file.name} was uploaded.`);
        else {
          showError(`${file.name}: ${result.message}`);
          // Remove the placeholder if the upload can't succeed.
          if (!result.canRetry) removePlaceholder(token);
        }
        return result;
      },
      place: ({ token, alt, path }) =>
        edit((text) => replacePlaceholder(text, token, formatImage(alt, path))),
    }),
  );
  useEffect(() => () => queue.close(), [queue]);
  const queuedImages = useSyncExternalStore(queue.subscribe, queue.getState, getNoImages);

  function add(files: readonly File[]) {
    const newImages = files.slice(0, FILES_MAX).map((file) => ({
      token: createToken(),
      file,
      problem: findProblem(file),
    }));
    const uploads = newImages.filter(({ problem }) => problem === "");
    if (textarea.current && uploads.length > 0) {
      const { value: text, selectionStart: start, selectionEnd: end } = textarea.current;
      const placeholders = uploads.map(({ token, file }) => formatPlaceholder(token, file.name));
      insertText(textarea.current, insertBlocks({ text, start, end }, placeholders));
    }
    queue.add(newImages);
    announce("");
    const errors = newImages
      .filter(({ problem }) => problem)
      .map(({ file, problem }) => `${file.name}: ${problem}`)
      .join(" ");
    if (files.length > FILES_MAX)
      showError(`Only the first ${FILES_MAX} of ${files.length} files were added.`);
    else if (errors) showError(errors);
  }

  const placeholders = useMemo(() => findPlaceholders(content), [content]);
  return {
    queuedImages,
    /** Placeholders of uploads that were interrupted when the page was closed. */
    interruptedUploads: placeholders.filter(({ token }) =>
      queuedImages.every((image) => image.token !== token),
    ),
    imagesInText: useMemo(() => findImages(content), [content]),
    announcement,
    add,
    cancel(token: string) {
      queue.remove(token);
      removePlaceholder(token);
    },
    retry: queue.retry,
    resume: (token: string, file: File) => queue.add([{ token, file, problem: findProblem(file) }]),
    setAlt: queue.setAlt,
    /** Inserts an uploaded but unplaced image at the caret. */
    insert({ token, alt, path }: QueuedImage) {
      if (!textarea.current) return;
      const { value: text, selectionStart: start, selectionEnd: end } = textarea.current;
      insertText(textarea.current, insertBlocks({ text, start, end }, [formatImage(alt, path)]));
      queue.remove(token);
    },
    changeAlt: (index: number, alt: string) =>
      edit((text) => {
        const image = findImages(text)[index];
        return image && replaceAlt(image, alt);
      }),
    remove: (index: number) =>
      edit((text) => {
        const image = findImages(text)[index];
        return image && removeBlock(text, image);
      }),
  };
}

/** Applies an edit that the user didn't type: the caret stays next to its text, and focus doesn't move. */
function applyReplacement(textarea: HTMLTextAreaElement, replacement: Replacement): void {
  const { from, to, insert } = replacement;
  const { selectionStart, selectionEnd, selectionDirection, scrollTop } = textarea;
  textarea.setRangeText(insert, from, to, "preserve");
  textarea.setSelectionRange(
    movePosition(selectionStart, replacement),
    movePosition(selectionEnd, replacement),
    selectionDirection,
  );
  textarea.scrollTop = scrollTop;
  textarea.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

export type Images = ReturnType<typeof useImages>;

/** Uses a toast, because the image's row is often out of sight below long content. */
function showError(description: string): void {
  toast({ title: "Not uploaded", description, destructive: true });
}

const NO_IMAGES: readonly QueuedImage[] = [];
const getNoImages = () => NO_IMAGES;

/** Loads the storage client when the first image is uploaded. */
async function loadAndUpload(
  upload: Parameters<typeof import("./upload-image.ts")["uploadImage"]>[0],
): Promise<UploadResult> {
  try {
    const { uploadImage } = await import("./upload-image.ts");
    return await uploadImage(upload);
  } catch {
    return { ok: false, message: "We can't reach the server.", canRetry: true };
  }
}

function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => (byte % 36).toString(36)).join("");
}

const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes("Files") ?? false;

type FilePaste = Pick<ClipboardEvent, "preventDefault" | "clipboardData">;
type FileDrag = Pick<DragEvent, "preventDefault" | "dataTransfer" | "currentTarget" | "relatedTarget">;

/** Accepts pasted and dropped files. Rejects files dropped elsewhere on the page: the browser would open them. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isDraggedOver, setDraggedOver] = useState(false);

  useEffect(() => {
    const listeners = new AbortController();
    const reject = (event: DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
    };
    addEventListener("dragover", reject, { signal: listeners.signal });
    addEventListener("drop", reject, { signal: listeners.signal });
    return () => listeners.abort();
  }, []);

  return {
    isDraggedOver,
    onPaste(event: FilePaste) {
      const { clipboardData } = event;
      // Text copied from a spreadsheet or word processor comes with an image of the text. Paste only the text.
      if (!clipboardData?.files.length || clipboardData.types.includes("text/plain")) return;
      event.preventDefault();
      onFiles([...clipboardData.files]);
    },
    onDragOver(event: FileDrag) {
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      setDraggedOver(true);
    },
    onDragLeave(event: FileDrag) {
      if (!(event.currentTarget as Node).contains(event.relatedTarget as Node | null)) setDraggedOver(false);
    },
    onDrop(event: FileDrag) {
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setDraggedOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
}
