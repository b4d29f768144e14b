import type { App } from "#server/app.ts";

/** Reads everything that a visitor's page at this path shows. */
export async function readPage(app: App, path: string): Promise<unknown> {
  const [, kind, id = ""] = path.split("/");
  const toCode = (error: { code?: string }) => error.code;
  if (kind === "u") {
    const member = await app.forum.readMember(null, id);
    const query = { memberId: member?.id ?? "", cursor: null };
    return [member, await app.forum.listMemberPosts(null, query), await app.forum.listMemberComments(query)];
  }
  if (kind === "forum" && id) {
    const comments = app.forum.listComments(null, { postId: id, sort: "best", cursor: null });
    return Promise.all([app.forum.getPost(null, id).catch(toCode), comments.catch(toCode)]);
  }
  if (kind === "settings") return app.settings.read();
  if (kind === "article") return app.news.readArticle(id).catch(toCode);
  if (kind === "feed") return (await app.syndication.feeds.request("/forum.xml")).text();
  if (kind === "news") return app.news.listNews({ category: "all", search: "", cursor: null });
  return app.forum.listPosts(null, {
    sort: "new",
    period: "all",
    categories: [],
    tag: null,
    search: "",
    cursor: null,
  });
}
