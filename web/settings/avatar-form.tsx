import { useEffect, useId, useRef, useState } from "react";
import { describeLargeImage, IMAGE_MAX_BYTES } from "#core/storage/limits.ts";
import { ActionForm } from "#web/forms/action-form.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { Avatar } from "#web/lists/avatar.tsx";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { FieldNote } from "#web/ui/field-note.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { AvatarCrop, openPicture, type SelectedPicture } from "./avatar-crop.tsx";
import { centerPlacement, getSquare } from "./crop.ts";

const ACTION = "/settings/avatar";
const BUTTON_CLASSES = buttonClasses(
  {},
  "cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent",
);
const ACCEPTED_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif";

export function AvatarForm({ username, avatarUrl }: { username: string; avatarUrl: string | null }) {
  const id = useId();
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<SelectedPicture | null>(null);
  const [problem, setProblem] = useState("");
  // Only an uploaded picture can be removed, not a generated one.
  const hasUploadedPicture = avatarUrl !== null && !avatarUrl.startsWith("/avatars/");
  useEffect(() => () => picture?.close(), [picture]);

  async function openFile(file: File | undefined) {
    setPicture(null);
    setProblem("");
    if (!file) return;
    if (file.size > IMAGE_MAX_BYTES) {
      setProblem(describeLargeImage(file.size));
      return;
    }
    const openedPicture = await openPicture(file);
    if (openedPicture) setPicture(openedPicture);
    else setProblem("This file isn't a JPEG, PNG, WebP, GIF or AVIF image.");
  }

  function reset() {
    setPicture(null);
    setProblem("");
    if (input.current) input.current.value = "";
  }

  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      <Avatar name={username} src={avatarUrl} size="lg" />
      <div className="grid min-w-0 flex-1 basis-64 grid-cols-1 gap-3">
        <ActionForm
          action={ACTION}
          intent="avatar"
          encType="multipart/form-data"
          className="grid grid-cols-1 gap-3"
          onDone={reset}
        >
          {({ fieldErrors }) => (
            <>
              <div
                hidden={picture !== null}
                className={isHydrated ? undefined : "flex flex-col-reverse gap-2"}
              >
                <input
                  ref={input}
                  id={id}
                  type="file"
                  name="picture"
                  accept={ACCEPTED_TYPES}
                  required={!isHydrated}
                  aria-invalid={problem || fieldErrors.picture ? true : undefined}
                  aria-describedby={`${id}-note`}
                  onChange={(event) => void openFile(event.currentTarget.files?.[0])}
                  className={isHydrated ? "peer sr-only" : "block w-full text-sm"}
                />
                <label htmlFor={id} className={isHydrated ? BUTTON_CLASSES : "text-sm font-semibold"}>
                  {isHydrated ? <Icon name="camera" /> : null}
                  {hasUploadedPicture ? "Choose another picture" : "Choose a picture"}
                </label>
              </div>
              {picture ? <CropField picture={picture} /> : null}
              <FieldNote
                id={`${id}-note`}
                error={problem || fieldErrors.picture}
                hint="JPEG, PNG, WebP, GIF or AVIF. Max 10 MB."
              />
              {picture || !isHydrated ? (
                <div className="flex flex-wrap gap-2">
                  <SubmitButton label="Save picture" busyLabel="Saving..." variant="primary" />
                  {picture ? (
                    <Button variant="quiet" onClick={reset}>
                      Cancel
                    </Button>
                  ) : null}
                </div>
              ) : null}
            </>
          )}
        </ActionForm>
        {hasUploadedPicture && !picture ? (
          <ActionForm action={ACTION} intent="remove-avatar" className="grid">
            <SubmitButton
              label="Remove picture"
              icon="trash-2"
              variant="quiet"
              size="sm"
              className="-ms-3 justify-self-start"
            />
          </ActionForm>
        ) : null}
      </div>
    </div>
  );
}

function CropField({ picture }: { picture: SelectedPicture }) {
  const [square, setSquare] = useState(() => getSquare(picture, centerPlacement(picture)));
  return (
    <>
      <AvatarCrop key={picture.url} picture={picture} onChange={setSquare} />
      <input type="hidden" name="left" value={square.left} />
      <input type="hidden" name="top" value={square.top} />
      <input type="hidden" name="size" value={square.size} />
    </>
  );
}
