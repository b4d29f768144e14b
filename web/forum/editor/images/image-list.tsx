import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { POST_IMAGE_THUMBNAIL_WIDTH } from "#core/storage/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import type { QueuedImage } from "./image-queue.ts";
import { IMAGE_TYPE_LIST } from "./upload-bar.tsx";
import type { Images } from "./use-images.ts";

export function ImageList({ images }: { images: Images }) {
  const { queuedImages, interruptedUploads, imagesInText, announcement } = images;
  const isHydrated = useHydrated();
  const isEmpty = queuedImages.length + interruptedUploads.length + imagesInText.length === 0;
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isEmpty ? null : (
        <ul
          aria-label="Images"
          // Needs JavaScript; without it the list is invisible but takes up the same space.
          className={classNames("mt-3 grid grid-cols-1 gap-2", !isHydrated && "invisible")}
        >
          {queuedImages.map((image) => (
            <QueuedRow key={image.token} image={image} images={images} />
          ))}
          {interruptedUploads.map(({ token, name }) => (
            <Row
              key={token}
              name={name}
              src=""
              problem="The upload stopped when the page was closed. Choose the file again or remove it."
            >
              <FileChooser name={name} onFile={(file) => images.resume(token, file)} />
              <RowButton name={name} label="Remove" onClick={() => images.cancel(token)} />
            </Row>
          ))}
          {imagesInText.map(({ url, alt }, index) => {
            const name = `Image ${index + 1}`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same image may be in the content twice
              <Row key={`${url} ${index}`} name={name} src={getThumbnailUrl(url)}>
                <AltField name={name} alt={alt} onAlt={(newAlt) => images.changeAlt(index, newAlt)} />
                <RowButton name={name} label="Remove" onClick={() => images.remove(index)} />
              </Row>
            );
          })}
        </ul>
      )}
    </>
  );
}

const getThumbnailUrl = (url: string) => url.replace(/#.*/, `?width=${POST_IMAGE_THUMBNAIL_WIDTH}`);

function QueuedRow({ image, images }: { image: QueuedImage; images: Images }) {
  const { token, file, alt, phase, progress, canRetry } = image;
  const { name } = file;
  const src = useObjectUrl(file);
  const hasFailed = phase === "failed";
  const problem =
    phase === "unplaced"
      ? "The image was uploaded, but its placeholder was removed from the text."
      : hasFailed
        ? image.problem
        : "";
  return (
    <Row name={name} src={src} problem={problem} progress={problem ? undefined : progress}>
      {hasFailed && !canRetry ? null : (
        <AltField name={name} alt={alt} onAlt={(newAlt) => images.setAlt(token, newAlt)} />
      )}
      {phase === "unplaced" ? (
        <RowButton name={name} label="Insert into text" onClick={() => images.insert(image)} />
      ) : null}
      {hasFailed && canRetry ? (
        <RowButton name={name} label="Try again" onClick={() => images.retry(token)} />
      ) : null}
      <RowButton name={name} label={problem ? "Remove" : "Cancel"} onClick={() => images.cancel(token)} />
    </Row>
  );
}

interface RowProps {
  readonly name: string;
  readonly src: string;
  readonly problem?: string;
  /** From 0 to 1, during an upload. */
  readonly progress?: number | undefined;
  readonly children: ReactNode;
}

function Row({ name, src, problem = "", progress, children }: RowProps) {
  const [unreadableSrc, setUnreadableSrc] = useState("");
  return (
    <li
      className={classNames(
        "grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 max-[15rem]:grid-cols-1 rounded-md border p-2.5",
        problem ? "border-danger/50" : "border-line",
      )}
    >
      <span className="grid size-14 place-items-center overflow-hidden rounded-sm bg-hover">
        {src && src !== unreadableSrc ? (
          <img src={src} alt="" onError={() => setUnreadableSrc(src)} className="size-full object-cover" />
        ) : (
          <Icon name="x" size={20} className="text-faint" />
        )}
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-2">
        <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3">
          <p className="min-w-0 truncate text-sm font-semibold">{name}</p>
          {progress === undefined ? null : <Progress name={name} progress={progress} />}
        </div>
        {problem ? <p className="text-sm text-danger">{problem}</p> : null}
        <div className="flex flex-wrap items-end gap-2">{children}</div>
      </div>
    </li>
  );
}

/** At 100%, the server still has to process the image. */
function Progress({ name, progress }: { name: string; progress: number }) {
  const percent = Math.floor(progress * 100);
  return (
    <span className="flex max-w-full flex-wrap items-center gap-x-2 text-sm text-muted">
      <span
        role="progressbar"
        aria-label={`Uploading ${name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 w-24 max-w-full overflow-hidden rounded-full bg-hover"
      >
        <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
      <span className="figures w-24">{progress < 1 ? `${percent}%` : "Processing..."}</span>
    </span>
  );
}

function AltField({ name, alt, onAlt }: { name: string; alt: string; onAlt: (alt: string) => void }) {
  const id = useId();
  return (
    <div className="min-w-0 flex-1 basis-52">
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        Alt text<span className="sr-only"> for {name}</span>
      </label>
      <input
        id={id}
        value={alt}
        maxLength={200}
        autoComplete="off"
        placeholder="Describe the image"
        onChange={({ currentTarget }) => onAlt(currentTarget.value)}
        className="input h-8"
      />
    </div>
  );
}

function RowButton({ name, label, onClick }: { name: string; label: string; onClick: () => void }) {
  return (
    <Button size="sm" aria-label={`${label}: ${name}`} onClick={onClick}>
      {label}
    </Button>
  );
}

function FileChooser({ name, onFile }: { name: string; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPE_LIST}
        className="hidden"
        tabIndex={-1}
        aria-hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
        }}
      />
      <RowButton name={name} label="Choose file" onClick={() => input.current?.click()} />
    </>
  );
}

/** An object URL for the file while the row is shown; "" for types that browsers can't display. */
function useObjectUrl(file: File): string {
  const [url, setUrl] = useState("");
  useEffect(() => {
    if (!/^image\/(jpeg|png|webp|gif|avif)$/.test(file.type)) return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
}
