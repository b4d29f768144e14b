import { type RefObject, useEffect, useRef, useState } from "react";
import { COMMENT_MAX } from "#core/forum/limits.ts";
import { useOptionalSite } from "#web/page/site-data.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ImageList } from "./images/image-list.tsx";
import { UploadButton } from "./images/upload-bar.tsx";
import { useFileDrop, useImages } from "./images/use-images.ts";
import { MarkdownToolbar, runMarkdownShortcut } from "./markdown-toolbar.tsx";
import { PreviewPane, usePreview } from "./preview.tsx";

export interface CommentToolsProps {
  readonly textarea: RefObject<HTMLTextAreaElement | null>;
  readonly id: string;
}

const WARN_AT = COMMENT_MAX * 0.9;

/** The post editor's tools for a comment: toolbar, preview and images. Visitors have only the toolbar. */
export function CommentTools({ textarea, id }: CommentToolsProps) {
  const isMember = Boolean(useOptionalSite()?.viewer);
  const [content, setContent] = useState(() => textarea.current?.value ?? "");
  const [previewHeight, setPreviewHeight] = useState<number | null>(null);
  const isPreviewed = previewHeight !== null;
  const preview = usePreview(content, isPreviewed, null);
  const images = useImages(textarea, content);
  const { isDraggedOver, ...fileHandlers } = useFileDrop(images.add);
  const latestHandlers = useRef(fileHandlers);
  latestHandlers.current = fileHandlers;

  // The textarea belongs to the form, which works before these tools are loaded.
  useEffect(() => {
    const field = textarea.current;
    const box = field?.parentElement;
    if (!field || !box) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    const readContent = () => {
      setContent(field.value);
      // Nothing can be typed in the preview, so an empty field means that the comment was sent.
      if (field.value === "") setPreviewHeight(null);
    };
    field.addEventListener("input", readContent, { signal });
    field.addEventListener("keydown", runMarkdownShortcut, { signal });
    if (isMember) {
      field.addEventListener("paste", (event) => latestHandlers.current.onPaste(event), { signal });
      box.addEventListener("dragover", (event) => latestHandlers.current.onDragOver(event), { signal });
      box.addEventListener("dragleave", (event) => latestHandlers.current.onDragLeave(event), { signal });
      box.addEventListener("drop", (event) => latestHandlers.current.onDrop(event), { signal });
    }
    readContent();
    return () => listeners.abort();
  }, [textarea, isMember]);

  useEffect(() => {
    if (textarea.current) textarea.current.hidden = isPreviewed;
  }, [textarea, isPreviewed]);

  return (
    <>
      {isPreviewed ? (
        <PreviewPane
          content={content}
          preview={preview}
          className="px-3 py-2.5"
          style={{ minHeight: previewHeight }}
        />
      ) : null}
      <div
        id={`${id}-bar`}
        className={classNames("comment-bar", isDraggedOver && "outline-2 outline-accent")}
      >
        <MarkdownToolbar
          textarea={textarea}
          controls={id}
          className={isPreviewed ? "invisible" : undefined}
        />
        {isMember ? (
          <UploadButton
            onFiles={images.add}
            aria-label="Upload Image"
            title="Upload Image (max 10 MB). You can also drop or paste images into the text."
            className={classNames("comment-tool", isPreviewed && "invisible")}
          >
            <Icon name="image-up" />
          </UploadButton>
        ) : null}
        {content.length >= WARN_AT ? (
          <p className="figures ms-auto ps-2 text-sm text-warning max-sm:sr-only">
            {content.length}/{COMMENT_MAX} characters
          </p>
        ) : null}
        {isMember ? (
          <button
            type="button"
            aria-label="Preview"
            aria-pressed={isPreviewed}
            title="Preview"
            onClick={() => {
              if (!isPreviewed) return setPreviewHeight(textarea.current?.offsetHeight ?? 0);
              setPreviewHeight(null);
              // The textarea can be focused only once it is visible again.
              requestAnimationFrame(() => textarea.current?.focus());
            }}
            className="comment-tool comment-preview"
          >
            <Icon name="eye" />
            <span className="max-sm:hidden">Preview</span>
          </button>
        ) : null}
      </div>
      <div className="[&>ul]:mx-2.5 [&>ul]:mb-2.5">
        <ImageList images={images} />
      </div>
    </>
  );
}
