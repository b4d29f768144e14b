import { type ComponentProps, useRef } from "react";
import { buttonClasses } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";

export const IMAGE_TYPE_LIST = "image/jpeg,image/png,image/webp,image/gif,image/avif";

interface UploadButtonProps extends ComponentProps<"button"> {
  readonly onFiles: (files: readonly File[]) => void;
}

export function UploadButton({ onFiles, ...button }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={IMAGE_TYPE_LIST}
        className="hidden"
        tabIndex={-1}
        aria-hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Lets the same file be chosen again.
          currentTarget.value = "";
        }}
      />
      <button type="button" onClick={() => input.current?.click()} {...button} />
    </>
  );
}

/** Needs JavaScript; without it the bar is invisible but takes up the same space. */
export function UploadBar({ onFiles }: Pick<UploadButtonProps, "onFiles">) {
  const isHydrated = useHydrated();
  return (
    <div
      className={classNames(
        "flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line p-1.5",
        !isHydrated && "invisible",
      )}
    >
      <UploadButton onFiles={onFiles} className={buttonClasses({ variant: "quiet", size: "sm" })}>
        <Icon name="image-up" />
        Upload Image
      </UploadButton>
      <p className="text-sm text-faint">
        Max 10MB<span className="max-sm:hidden">. You can also drop or paste images into the text.</span>
      </p>
    </div>
  );
}
