import { expect, test } from "vitest";
import { findPreviousScreen, getScreenName } from "./previous-screen.ts";

const SITE = "https://lattice.example";
const ID = "0b9e3a2c-5c0a-4b1e-9d53-0e6a3f6a8c11";

function findPrevious(path: string, from: string): string | null {
  const url = new URL(path, SITE);
  return findPreviousScreen(new Request(url, { headers: { referer: new URL(from, SITE).href } }), url);
}

test.each([
  [`/admin/users/${ID}`, "/admin?q=ada&role=admin", "Users"],
  [`/admin/users/${ID}`, `/admin/reports/${ID}`, "the report"],
  [`/admin/users/${ID}`, `/admin?tab=content&kind=comments&author=${ID}`, "Comments"],
  [`/admin/content/posts/${ID}`, `/admin/users/${ID}`, "the user"],
  ["/admin/outbox", "/admin?tab=settings", "Settings"],
  ["/admin/outbox?before=12", "/admin/newsletter", "Newsletter"],
  ["/admin/outbox/12", "/admin/outbox?before=40", "Outbox"],
])("%s links back to %s as “%s”", (path, from, name) => {
  expect(findPrevious(path, from)).toBe(from);
  expect(getScreenName(from)).toBe(name);
});

test.each([
  // A screen doesn't link back to itself or to a deeper one, so that two screens never link back to each other.
  [`/admin/users/${ID}`, `/admin/users/${ID}`],
  [`/admin/users/${ID}`, `/admin/content/posts/${ID}`],
  [`/admin/reports/${ID}`, `/admin/users/${ID}`],
  ["/admin/newsletter", "/admin/outbox"],
  // Pages outside /admin don't count.
  [`/admin/users/${ID}`, "/forum"],
  [`/admin/users/${ID}`, "/administrators"],
  [`/admin/users/${ID}`, "https://evil.example/admin"],
])("%s doesn't link back to %s", (path, from) => {
  expect(findPrevious(path, from)).toBeNull();
});
