import { useEffect, useState } from "react";

const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes("Files") ?? false;

type FilePaste = Pick<ClipboardEvent, "preventDefault" | "clipboardData">;
type FileDrag = Pick<DragEvent, "preventDefault" | "dataTransfer" | "currentTarget" | "relatedTarget">;

/** Accepts pasted and dropped files. A file dropped elsewhere is ignored: it would replace the page. */
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
