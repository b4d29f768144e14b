import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** The specification's route table, then the addresses that its screens post to. */
export default [
  index("routes/home.tsx"),
  route("auth", "routes/auth.tsx"),
  route("auth/landing", "routes/auth-landing.tsx"),
  route("auth/new-password", "routes/new-password.tsx"),
  route("forum", "routes/forum.tsx"),
  route("forum/:postId", "routes/post.tsx"),
  route("forum/:postId/comments/:commentId", "routes/comment-thread.tsx"),
  route("u/:username", "routes/profile.tsx"),
  route("create", "routes/create.tsx"),
  route("settings", "routes/settings.tsx"),
  route("settings/avatar", "routes/settings-avatar.tsx"),
  route("settings/security", "routes/settings-security.tsx"),
  route("settings/sessions", "routes/settings-sessions.tsx"),
  route("settings/data", "routes/settings-data.tsx"),
  route("admin/outbox/:mailId?", "routes/admin-outbox.tsx"),
  route("news", "routes/news.tsx"),
  route("news/:articleId", "routes/news-article.tsx"),
  route("ai-tools", "routes/ai-tools.tsx"),
  route("wallet", "routes/wallet.tsx"),
  route("forum/:postId/edit", "routes/edit-post.tsx"),

  route("forum/:postId/vote", "routes/vote-on-post.ts"),
  route("forum/:postId/comments/:commentId/vote", "routes/vote-on-comment.ts"),
  route("create/preview", "routes/preview-markdown.ts"),
  route("create/similar", "routes/similar-posts.ts"),
  route("create/drafts", "routes/drafts.ts"),
  route("settings/data/download", "routes/settings-download.ts"),
  route("auth/options", "routes/auth-options.ts"),
  route("wallet/note", "routes/wallet-note.ts"),
  route("wallet/prices", "routes/wallet-prices.ts"),
  route("theme", "routes/theme.ts"),
  route("sign-out", "routes/sign-out.ts"),

  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
