import { useEffect, useState } from "react";

const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes("Files") ?? false;

type FileDrag = Pick<DragEvent, "preventDefault" | "dataTransfer" | "currentTarget" | "relatedTarget">;

/** Accepts files dropped on an element. Elsewhere the browser would open them in place of the page. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isDraggedOver, setDraggedOver] = useState(false);

  useEffect(() => {
    const reject = (event: DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
    };
    addEventListener("dragover", reject);
    addEventListener("drop", reject);
    return () => {
      removeEventListener("dragover", reject);
      removeEventListener("drop", reject);
    };
  }, []);

  return {
    isDraggedOver,
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
