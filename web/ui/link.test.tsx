import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { isPlainClick, Link } from "./link.tsx";

const CLICK = {
  defaultPrevented: false,
  button: 0,
  metaKey: false,
  altKey: false,
  ctrlKey: false,
  shiftKey: false,
};

test("a link renders as a plain anchor, regardless of its router options", () => {
  const link = (
    <Link
      to="/forum?sort=new"
      prefetch="intent"
      preventScrollReset
      replace
      className="tab"
      aria-current="page"
    >
      New
    </Link>
  );
  expect(renderToStaticMarkup(link)).toBe(
    '<a class="tab" aria-current="page" href="/forum?sort=new">New</a>',
  );
});

test("a left click without modifier keys is plain", () => {
  expect(isPlainClick(CLICK)).toBe(true);
});

test.each([
  ["handled by something else", { defaultPrevented: true }],
  ["with the middle button", { button: 1 }],
  ["with the right button", { button: 2 }],
  ["with Ctrl", { ctrlKey: true }],
  ["with Cmd", { metaKey: true }],
  ["with Shift", { shiftKey: true }],
  ["with Alt", { altKey: true }],
])("a click %s isn't plain", (_, difference) => {
  expect(isPlainClick({ ...CLICK, ...difference })).toBe(false);
});
