import { useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";

export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif";

/** The button below the text. Uploading takes script; without it the button keeps its room and is not there. */
export function UploadBar({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  return (
    <div
      className={classNames(
        "flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line p-1.5",
        !hydrated && "invisible",
      )}
    >
      <input
        ref={input}
        type="file"
        multiple
        accept={PICTURE_TYPES}
        className="hidden"
        tabIndex={-1}
        aria-hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be picked again.
          currentTarget.value = "";
        }}
      />
      <Button look="quiet" size="sm" onClick={() => input.current?.click()}>
        <Icon name="image-up" />
        Upload Image
      </Button>
      <p className="text-sm text-faint">
        Max 10MB<span className="max-sm:hidden">. Pictures can be dropped or pasted into the text, too.</span>
      </p>
    </div>
  );
}
