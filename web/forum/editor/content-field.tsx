import { type ReactNode, useId, useRef, useState } from "react";
import { CONTENT_MAX } from "#core/forum/limits.ts";
import { countCharacters } from "#core/text.ts";
import { classNames } from "#web/ui/class-names.ts";
import { FieldNote } from "#web/ui/field-note.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { ImageList } from "./images/image-list.tsx";
import { UploadBar } from "./images/upload-bar.tsx";
import { useFileDrop, useImages } from "./images/use-images.ts";
import { MarkdownToolbar, runMarkdownShortcut } from "./markdown-toolbar.tsx";
import { PreviewPane, usePreview } from "./preview.tsx";

export type ContentView = "write" | "preview" | "both";

interface ContentFieldProps {
  readonly content: string;
  readonly initialContent: string;
  readonly error: string | undefined;
  readonly view: ContentView;
  readonly onViewChange: (view: ContentView) => void;
  /** The preview rendered by the server, for pages without JavaScript. */
  readonly initialPreview: string | null;
  readonly note?: ReactNode;
}

const WARN_AT = CONTENT_MAX * 0.9;

export function ContentField(props: ContentFieldProps) {
  const { content, initialContent, error, view, onViewChange, initialPreview } = props;
  const id = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const isHydrated = useHydrated();
  const [submittedPreview] = useState(initialPreview);
  const preview = usePreview(content, isHydrated && view !== "write", submittedPreview);
  const count = countCharacters(content);
  const images = useImages(textarea, content);
  const { isDraggedOver, onPaste, ...dropHandlers } = useFileDrop(images.add);
  // Without JavaScript, the preview is below the text, and the text must stay visible.
  const isTextVisible = view !== "preview" || !isHydrated;

  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <label htmlFor={id} className="text-sm font-semibold">
          Content
        </label>
      </div>
      <div
        {...dropHandlers}
        className={classNames(
          "rounded-md border bg-canvas transition-colors focus-within:border-accent",
          isDraggedOver
            ? "border-accent outline-2 outline-accent"
            : error
              ? "border-danger"
              : "border-line-strong",
        )}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line p-1">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a default border and layout that would break this row */}
          <div role="group" aria-label="View" className="flex flex-wrap">
            <ViewButton value="write" view={view} onViewChange={onViewChange}>
              Write
            </ViewButton>
            <ViewButton value="preview" view={view} onViewChange={onViewChange}>
              Preview
            </ViewButton>
            <ViewButton value="both" view={view} onViewChange={onViewChange} className="max-lg:hidden">
              Side by side
            </ViewButton>
          </div>
          <MarkdownToolbar
            textarea={textarea}
            controls={id}
            className={classNames(
              "flex-wrap",
              view === "preview" ? "invisible max-sm:hidden" : isHydrated ? undefined : "invisible",
            )}
          />
        </div>
        <div className={classNames(view === "both" && "lg:grid lg:grid-cols-2 lg:divide-x lg:divide-line")}>
          <textarea
            id={id}
            ref={textarea}
            name="content"
            dir="auto"
            defaultValue={initialContent}
            // biome-ignore lint/a11y/noAutofocus: like Field, for the first invalid field of a page loaded with errors
            autoFocus={error ? true : undefined}
            aria-required
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-note`}
            placeholder="Share your thoughts, insights, or questions with the community..."
            onKeyDown={runMarkdownShortcut}
            onPaste={onPaste}
            className={classNames(
              "field-sizing-content block max-h-[70dvh] min-h-[200px] w-full resize-y bg-transparent p-3 text-base leading-relaxed outline-none",
              view === "both" && "lg:min-h-96",
              !isTextVisible && "hidden",
            )}
          />
          {view === "write" ? null : (
            <PreviewPane
              id="preview"
              content={content}
              preview={preview}
              className={classNames(
                "min-h-[200px] overflow-y-auto p-3 lg:max-h-[70dvh]",
                view === "both" && "max-lg:hidden",
                !isHydrated && "border-t border-line",
              )}
            />
          )}
        </div>
        <UploadBar onFiles={images.add} />
      </div>
      <div id={`${id}-note`} className="flex flex-wrap justify-between gap-x-4">
        <FieldNote id={`${id}-hint`} error={error} hint="Supports Markdown and $math$." />
        <p
          className={classNames(
            "figures ms-auto mt-1.5 text-sm",
            count > CONTENT_MAX
              ? "font-semibold text-danger"
              : count >= WARN_AT
                ? "text-warning"
                : "text-faint",
          )}
        >
          {count}/{CONTENT_MAX} characters
        </p>
      </div>
      {props.note}
      <ImageList images={images} />
    </div>
  );
}

interface ViewButtonProps {
  readonly value: ContentView;
  readonly view: ContentView;
  readonly onViewChange: (view: ContentView) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

function ViewButton({ value, view, onViewChange, className, children }: ViewButtonProps) {
  return (
    <button
      type="submit"
      name="intent"
      value={value === "write" ? "write" : "preview"}
      formAction={value === "write" ? undefined : "#preview"}
      aria-pressed={view === value}
      onClick={(event) => {
        event.preventDefault();
        onViewChange(value);
      }}
      className={classNames(
        "h-8 rounded-sm px-3 text-sm font-semibold whitespace-nowrap transition-colors",
        view === value ? "bg-hover text-text" : "text-muted hover:text-text",
        className,
      )}
    >
      {children}
    </button>
  );
}
