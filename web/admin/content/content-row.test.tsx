import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { DELETED_MEMBER } from "#core/accounts/profile-path.ts";
import type { ModeratedComment, ModeratedPost } from "#core/forum/moderation.ts";
import type { NewsSource } from "#core/news/types.ts";
import type { ReportReview } from "#core/reports/types.ts";
import { DecisionForm } from "../reports/decision-form.tsx";
import { CommentRow } from "./comment-row.tsx";
import { SourceForm } from "./content-forms.tsx";
import { PostRow } from "./post-row.tsx";

const TIME = "2026-01-01T00:00:00.000Z";
const ITEM = {
  id: "a",
  title: "Title",
  content: "Text",
  createdAt: TIME,
  deletedAt: null,
  canRestore: false,
};

function render(children: ReactNode): string {
  const site = { viewer: null };
  const Page = createRoutesStub([{ id: "root", path: "/", Component: () => children, loader: () => site }]);
  return renderToStaticMarkup(
    <Page initialEntries={["/"]} hydrationData={{ loaderData: { root: site } }} />,
  ).replaceAll("&#x27;", "'");
}

const renderForms = (username: string) => {
  const author = { username, avatarUrl: null, isVerified: false };
  const post = { ...ITEM, author, category: "crypto", commentCount: 1 } as unknown as ModeratedPost;
  const comment = { ...ITEM, author, post: { id: "b", title: "Title", isDeleted: false } };
  const review = {
    kind: "post",
    target: { ...ITEM, isDeleted: false },
    author: username === DELETED_MEMBER ? null : author,
    record: null,
  } as unknown as ReportReview;
  return [
    render(<PostRow post={post} />),
    render(<CommentRow comment={comment as unknown as ModeratedComment} />),
    render(<DecisionForm review={review} viewerUsername="admin" />),
  ];
};

test.each([
  ["ada", "You can restore it."],
  [DELETED_MEMBER, "You won't be able to restore it, because its author's account was deleted."],
])("the forms that delete content by %s say whether it can be restored", (username, text) => {
  for (const html of renderForms(username)) {
    expect(html).toContain(text);
    expect(html.match(/restore it/g)).toHaveLength(1);
  }
});

test("a title follows its own direction, wherever the row shows it", () => {
  const author = { username: "ada", avatarUrl: null, isVerified: false };
  for (const deletedAt of [null, TIME]) {
    const post = { ...ITEM, title: "كلمة", deletedAt, author } as unknown as ModeratedPost;
    const comment = { ...ITEM, author, post: { id: "b", title: "كلمة", isDeleted: deletedAt !== null } };
    expect(render(<PostRow post={post} />)).toMatch(/<p dir="auto"[^>]*><(a|span)[^>]*>كلمة</);
    expect(render(<CommentRow comment={comment as unknown as ModeratedComment} />)).toMatch(
      /<(a|span) dir="auto"[^>]*>كلمة</,
    );
  }
});

test.each([
  [null, ""],
  [60, "60"],
  [10_080, "1440"],
])("the form for a source with a stored interval of %j shows the interval %j", (intervalMinutes, value) => {
  const source = {
    ...ITEM,
    name: "Wire",
    url: "https://wire.example/feed",
    category: "ai",
    intervalMinutes,
  };
  const html = render(<SourceForm source={source as unknown as NewsSource} />);
  expect(/<input[^>]*name="intervalMinutes"[^>]*>/.exec(html)?.[0]).toContain(`value="${value}"`);
});
