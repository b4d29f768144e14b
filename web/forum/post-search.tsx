import { useEffect, useRef } from "react";
import { Form, useSubmit } from "react-router";
import { SEARCH_MAX } from "#core/forum/limits.ts";
import { type ListAddress, writeListAddress } from "#core/forum/list-query.ts";
import { Icon } from "#web/ui/icon.tsx";

const PAUSE_MS = 350;

/** Searches all posts by title and content; the state of the list around it travels along. */
export function PostSearch({ address }: { address: ListAddress }) {
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);

  // Going back, or a link, changes the address; the box says what the list is about, unless somebody is typing.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = address.search;
  }, [address.search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <Form
      method="get"
      action="/forum"
      className="relative w-full sm:w-80"
      onSubmit={() => clearTimeout(timer.current)}
    >
      <search>
        <label htmlFor="post-search" className="sr-only">
          Search posts
        </label>
        <Icon
          name="search"
          size={16}
          className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-faint"
        />
        <input
          ref={input}
          id="post-search"
          name="q"
          type="search"
          maxLength={SEARCH_MAX}
          defaultValue={address.search}
          placeholder="Search posts..."
          onChange={(event) => {
            const { form } = event.currentTarget;
            clearTimeout(timer.current);
            timer.current = setTimeout(
              () => void submit(form, { replace: true, preventScrollReset: true }),
              PAUSE_MS,
            );
          }}
          className="h-10 w-full rounded-md border border-line-strong bg-canvas ps-9 pe-3 text-base text-text transition-colors hover:border-faint sm:text-sm"
        />
        {[...writeListAddress({ ...address, search: "", cursor: null })].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </search>
    </Form>
  );
}
