import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { POST_IMAGE_THUMBNAIL_WIDTH } from "#core/storage/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { INPUT_CLASSES } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import type { QueuedPicture } from "./picture-queue.ts";
import { PICTURE_TYPES } from "./upload-bar.tsx";
import type { Pictures } from "./use-pictures.ts";

/** All pictures of the text with their progress, errors and alt texts. */
export function PictureList({ pictures }: { pictures: Pictures }) {
  const { queued, interrupted, shown, announcement } = pictures;
  const hydrated = useHydrated();
  const isEmpty = queued.length + interrupted.length + shown.length === 0;
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isEmpty ? null : (
        <ul
          aria-label="Pictures"
          // Needs JavaScript; without it the list is invisible but keeps its space.
          className={classNames("mt-3 grid grid-cols-1 gap-2", !hydrated && "invisible")}
        >
          {queued.map((picture) => (
            <QueuedRow key={picture.token} picture={picture} pictures={pictures} />
          ))}
          {interrupted.map(({ token, name }) => (
            <Row
              key={token}
              name={name}
              src=""
              problem="The upload stopped when the page was closed. Choose the file again or remove it."
            >
              <ChooseAgain name={name} onFile={(file) => pictures.resume(token, file)} />
              <RowButton name={name} label="Remove" onClick={() => pictures.cancel(token)} />
            </Row>
          ))}
          {shown.map(({ address, alt }, at) => {
            const name = `Picture ${at + 1}`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may be in a text twice
              <Row key={`${address} ${at}`} name={name} src={getThumbnailUrl(address)}>
                <AltField name={name} alt={alt} onAlt={(changed) => pictures.changeAlt(at, changed)} />
                <RowButton name={name} label="Remove" onClick={() => pictures.remove(at)} />
              </Row>
            );
          })}
        </ul>
      )}
    </>
  );
}

const getThumbnailUrl = (address: string) => address.replace(/#.*$/, `?width=${POST_IMAGE_THUMBNAIL_WIDTH}`);

function QueuedRow({ picture, pictures }: { picture: QueuedPicture; pictures: Pictures }) {
  const { token, file, alt, phase, progress, canRetry } = picture;
  const { name } = file;
  const src = useObjectUrl(file);
  const isOver = phase === "failed";
  const problem =
    phase === "loose"
      ? "The picture was uploaded, but its place in the text was removed."
      : isOver
        ? picture.problem
        : "";
  return (
    <Row name={name} src={src} problem={problem} progress={problem ? undefined : progress}>
      {isOver && !canRetry ? null : (
        <AltField name={name} alt={alt} onAlt={(changed) => pictures.setAlt(token, changed)} />
      )}
      {phase === "loose" ? (
        <RowButton name={name} label="Insert into the text" onClick={() => pictures.putIn(picture)} />
      ) : null}
      {isOver && canRetry ? (
        <RowButton name={name} label="Try again" onClick={() => pictures.retry(token)} />
      ) : null}
      <RowButton name={name} label={problem ? "Remove" : "Cancel"} onClick={() => pictures.cancel(token)} />
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
  // Not actually a picture.
  const [unreadable, setUnreadable] = useState("");
  return (
    <li
      className={classNames(
        "grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 rounded-md border p-2.5",
        problem ? "border-danger/50" : "border-line",
      )}
    >
      <span className="grid size-14 place-items-center overflow-hidden rounded-sm bg-hover">
        {src && src !== unreadable ? (
          <img src={src} alt="" onError={() => setUnreadable(src)} className="size-full object-cover" />
        ) : (
          <Icon name="x" size={20} className="text-faint" />
        )}
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-2">
        <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3">
          <p className="min-w-0 truncate text-sm font-semibold">{name}</p>
          {progress === undefined ? null : <Progress name={name} share={progress} />}
        </div>
        {problem ? <p className="text-sm text-danger">{problem}</p> : null}
        <div className="flex flex-wrap items-end gap-2">{children}</div>
      </div>
    </li>
  );
}

/** After the upload the server still has to process the picture. */
function Progress({ name, share }: { name: string; share: number }) {
  const percent = Math.floor(share * 100);
  return (
    <span className="flex items-center gap-2 text-sm text-muted">
      <span
        role="progressbar"
        aria-label={`Upload of ${name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 w-24 overflow-hidden rounded-full bg-hover"
      >
        <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
      <span className="figures w-24">{share < 1 ? `${percent}%` : "Processing…"}</span>
    </span>
  );
}

interface AltFieldProps {
  readonly name: string;
  readonly alt: string;
  readonly onAlt: (alt: string) => void;
}

function AltField({ name, alt, onAlt }: AltFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0 flex-1 basis-52">
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        Alt text<span className="sr-only"> of {name}</span>
      </label>
      <input
        id={id}
        value={alt}
        maxLength={200}
        autoComplete="off"
        placeholder="Describe the picture for people who can't see it"
        onChange={({ currentTarget }) => onAlt(currentTarget.value)}
        className={classNames(INPUT_CLASSES, "h-8")}
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

function ChooseAgain({ name, onFile }: { name: string; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        className="hidden"
        tabIndex={-1}
        aria-hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
        }}
      />
      <RowButton name={name} label="Choose the file" onClick={() => input.current?.click()} />
    </>
  );
}

/** An object URL for the file while the row is shown. */
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
