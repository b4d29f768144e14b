import { useEffect, useRef } from "react";
import { Form, useSubmit } from "#web/router/form.tsx";
import { Icon } from "#web/ui/icon.tsx";

interface ListSearchProps {
  readonly action: string;
  readonly label: string;
  readonly placeholder: string;
  readonly search: string;
  /** In characters. */
  readonly maxLength: number;
  readonly otherParams: URLSearchParams;
}

const TYPING_PAUSE_MS = 350;

/** Searches the list below it as the user types. Without JavaScript, the user submits the form. */
export function ListSearch({ action, label, placeholder, search, maxLength, otherParams }: ListSearchProps) {
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);

  // When navigation changes the search, update the box, unless the user is typing in it.
  const shownSearch = useRef(search);
  useEffect(() => {
    if (shownSearch.current === search) return;
    shownSearch.current = search;
    if (input.current && document.activeElement !== input.current) input.current.value = search;
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <Form method="get" action={action} className="list-search" onSubmit={() => clearTimeout(timer.current)}>
      <search>
        <label htmlFor="list-search" className="sr-only">
          {label}
        </label>
        <Icon name="search" />
        <input
          ref={input}
          id="list-search"
          name="q"
          type="search"
          dir="auto"
          maxLength={maxLength}
          defaultValue={search}
          placeholder={placeholder}
          onInput={(event) => {
            const { form } = event.currentTarget;
            clearTimeout(timer.current);
            timer.current = setTimeout(
              () => void submit(form, { replace: true, preventScrollReset: true }),
              TYPING_PAUSE_MS,
            );
          }}
        />
        {[...otherParams].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </search>
    </Form>
  );
}
