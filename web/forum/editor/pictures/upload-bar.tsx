import { useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";

export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif";

/** Needs JavaScript; without it the button is invisible but keeps its space. */
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
          // Lets the same file be chosen again.
          currentTarget.value = "";
        }}
      />
      <Button look="quiet" size="sm" onClick={() => input.current?.click()}>
        <Icon name="image-up" />
        Upload Image
      </Button>
      <p className="text-sm text-faint">
        Max 10MB<span className="max-sm:hidden">. You can also drop or paste pictures into the text.</span>
      </p>
    </div>
  );
}
