import { useEffect, useRef } from "react";
import { Form, useSubmit } from "react-router";
import { Icon } from "./icon.tsx";

interface ListSearchProps {
  /** The list's own address; what is typed stands in its `q`. */
  readonly action: string;
  readonly label: string;
  readonly placeholder: string;
  readonly search: string;
  /** In characters. */
  readonly maxLength: number;
  /** What else the list's address says, to travel along. */
  readonly others: URLSearchParams;
}

const PAUSE_MS = 350;

/** Searches the list that it stands above, while one types; a form that works without scripts. */
export function ListSearch({ action, label, placeholder, search, maxLength, others }: ListSearchProps) {
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);

  // Going back, or a link, changes the address; the box says what the list is about, unless somebody is typing.
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
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
          maxLength={maxLength}
          defaultValue={search}
          placeholder={placeholder}
          onInput={(event) => {
            const { form } = event.currentTarget;
            clearTimeout(timer.current);
            timer.current = setTimeout(
              () => void submit(form, { replace: true, preventScrollReset: true }),
              PAUSE_MS,
            );
          }}
          className="h-10 w-full rounded-md border border-line-strong bg-canvas ps-9 pe-3 text-base text-text transition-colors hover:border-faint sm:text-sm"
        />
        {[...others].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </search>
    </Form>
  );
}
