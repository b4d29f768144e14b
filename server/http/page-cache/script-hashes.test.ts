import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { replaceNonceWithHashes } from "./script-hashes.ts";

const hash = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

test("the page's own scripts are listed by hash, and the nonce is removed", () => {
  const page = `<script nonce="abc">one()</script><link nonce="abc" href="x"><script nonce="abc" type="module" async="">two()</script>`;
  expect(replaceNonceWithHashes(page, "abc")).toEqual({
    html: '<script>one()</script><link href="x"><script type="module" async="">two()</script>',
    hashes: [hash("one()"), hash("two()")],
  });
});

test("an injected script gets no hash", () => {
  const { hashes } = replaceNonceWithHashes(
    `<script>evil()</script><script nonce="guess">evil()</script><script data-x='nonce="abd"'>evil()</script>`,
    "abc",
  );
  expect(hashes).toEqual([]);
});
