import type { DataRouter } from "react-router";
import { afterEach, describe, expect, test, vi } from "vitest";
import { loadDocument } from "./connection.ts";

/** Opens a page at this URL, loads the document, and returns the URLs that the browser requested. */
function readRequests(currentUrl: string, target?: string): string[] {
  const requests: string[] = [];
  const request = (url: URL) => requests.push(url.pathname + url.search);
  let current = new URL(currentUrl, "https://site.example");
  vi.stubGlobal("location", {
    get pathname() {
      return current.pathname;
    },
    get search() {
      return current.search;
    },
    get href() {
      return current.href;
    },
    // As in browsers, a URL with a fragment is requested only if it is another page's.
    assign(path: string) {
      const url = new URL(path, current);
      const isOtherPage = url.pathname + url.search !== current.pathname + current.search;
      current = url;
      if (isOtherPage || !url.hash) request(url);
    },
    reload: () => request(current),
  });
  const { pathname, search, hash } = new URL(target ?? "", current);
  const location = target === undefined ? undefined : { pathname, search, hash };
  void loadDocument({ state: { navigation: { location } } } as DataRouter);
  return requests;
}

afterEach(() => vi.unstubAllGlobals());

describe("loading a document when a script is missing", () => {
  test("requests the page that is being opened", () => {
    expect(readRequests("/forum#comments", "/news?q=a#top")).toEqual(["/news?q=a"]);
    expect(readRequests("/forum?sort=new", "/forum#comments")).toEqual(["/forum"]);
  });
  test("reloads the current page, even if its URL has a fragment", () => {
    for (const url of ["/settings/security", "/settings/security#devices"])
      expect(readRequests(url)).toEqual(["/settings/security"]);
  });
  test("reloads the current page if only the fragment of the page that is being opened differs", () => {
    expect(readRequests("/forum/1", "/forum/1#comments")).toContain("/forum/1");
  });
});
