import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { HistoryList } from "./history-list.tsx";
import type { HistoryData } from "./load-history.ts";

function renderSearch(nextCursor: string | null, isLaterPage: boolean): string {
  const items = [{ id: "1", tool: "market", title: "Gas fees", updatedAt: "2026-01-01T00:00:00.000Z" }];
  const history = {
    ...{ search: "fees", isLaterPage, renamingId: null, settings: { isSavingOn: true } },
    page: { items, nextCursor },
  } as unknown as HistoryData;
  const Component = () => <HistoryList history={history} onDelete={() => {}} />;
  const Page = createRoutesStub([{ path: "/", Component }]);
  return renderToStaticMarkup(<Page />);
}

test("screen readers announce the number of found conversations, or that there may be more", () => {
  expect(renderSearch(null, false)).toMatch(/<p role="status"[^>]*>1 conversation found/);
  expect(renderSearch("next", false)).toMatch(/<p role="status"[^>]*>At least 1 conversation found/);
  expect(renderSearch(null, true)).toMatch(/<p role="status"[^>]*>At least 1 conversation found/);
});
