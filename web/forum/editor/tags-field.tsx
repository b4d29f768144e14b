import { useId, useRef } from "react";
import { TAGS_MAX } from "#core/forum/limits.ts";
import { hasVisibleText } from "#core/text.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldNote } from "#web/ui/field-note.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";

interface TagsFieldProps {
  readonly tags: readonly string[];
  readonly newTag: string;
  readonly initialNewTag: string;
  readonly error: string | undefined;
  readonly onAdd: (input: string) => string;
  readonly onRemove: (tag: string) => void;
}

/** Tags, added with Enter or the button and removed one by one. Without JavaScript, every button submits the form. */
export function TagsField({ tags, newTag, initialNewTag, error, onAdd, onRemove }: TagsFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const isFull = tags.length >= TAGS_MAX;

  function add() {
    if (!input.current) return;
    input.current.value = onAdd(input.current.value);
    input.current.focus();
  }

  return (
    <div id="tags">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        Tags <span className="font-normal text-faint">(optional)</span>
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          ref={input}
          name="newTag"
          defaultValue={initialNewTag}
          autoComplete="off"
          enterKeyHint="done"
          placeholder={isFull ? "You've added five tags" : "Add a tag"}
          // biome-ignore lint/a11y/noAutofocus: like Field, for the first invalid field of a page loaded with errors
          autoFocus={error ? true : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
          className="input h-10 sm:max-w-72"
        />
        <Button
          type="submit"
          name="intent"
          value="add-tag"
          formAction="#tags"
          // Without JavaScript it's never disabled, because nothing could enable it again. The server checks the tags.
          disabled={isHydrated && (isFull || !hasVisibleText(newTag))}
          onClick={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <Icon name="plus" />
          Add
        </Button>
      </div>
      {tags.map((tag) => (
        <input key={tag} type="hidden" name="tags" value={tag} />
      ))}
      {tags.length > 0 ? (
        <ul aria-label="Tags" className="mt-2.5 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="flex items-center gap-0.5 rounded-full border border-line bg-hover py-0.5 ps-3 pe-0.5 text-sm"
            >
              #{tag}
              <button
                type="submit"
                name="remove-tag"
                value={tag}
                formAction="#tags"
                aria-label={`Remove tag ${tag}`}
                onClick={(event) => {
                  event.preventDefault();
                  onRemove(tag);
                  input.current?.focus();
                }}
                className="grid size-7 place-items-center rounded-full text-faint transition-colors hover:bg-danger-soft hover:text-danger"
              >
                <Icon name="x" size={14} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <FieldNote
        id={`${id}-note`}
        error={error}
        hint={`Up to ${TAGS_MAX}, separated by commas. Tags help others find your post.`}
      />
    </div>
  );
}
