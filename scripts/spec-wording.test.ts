import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

/**
 * The specification's exact wording: titles, labels, messages and errors that must stay as they are. Each phrase must be
 * a complete string or JSX text in one of the given folders or files, so comments, tests and longer sentences don't
 * count. `|` and line breaks separate phrases; `{}` is an inserted value. "Auth session missing!" comes from the auth
 * client and isn't in our source.
 */
const WORDING = [
  {
    where: ["web/shell", "web/page", "web/account"],
    phrases: `
      Home | News | Forum | AI Tools | Wallet | Create | Sign In | Search posts, news, users... | Toggle theme
      Light | Dark | System | Profile | Settings | Log out | Explore | Categories | Stay Updated | Privacy Policy
      Terms of Service | Oops! Page not found | Return to Home | Loading...
    `,
  },
  { where: ["web/newsletter"], phrases: "Subscribe" },
  { where: ["web/account"], phrases: "Login | Register" },
  {
    where: ["web/routes/auth.tsx"],
    phrases: "Connect with the crypto, AI, and quantum community | Loading...",
  },
  { where: ["core/hero-claims.ts", "web/home"], phrases: "50K+ | 1M+ | 500+ | 24/7" },
  {
    where: ["web/home", "web/routes/home.tsx"],
    phrases: "Join Community | Go to Forum | Explore News | Flash News Feed",
  },
  { where: ["core/market/coins.ts"], phrases: "BTC | ETH | BNB | ADA" },
  {
    where: ["core/forum", "web/forum", "web/home", "web/routes/home.tsx", "web/routes/forum.tsx"],
    phrases: `
      Community Forum | New Post | Total Posts | Members | Online Now | Today's Posts | Search posts... | Hot
      New | Top | All | Crypto Discussion | AI & Tech | AI & ML | Trading | Technology | News & Analysis | DeFi
      NFTs | Artificial Intelligence | Quantum Computing | Verified | No posts found. Be the first to create one!
      No posts found. Be the first to post! | Loading posts... | Load More Posts
    `,
  },
  {
    where: ["core/forum", "web/forum", "web/ui/share-button.tsx", "web/routes/post.tsx"],
    phrases: `
      Back to Forum | Pinned | Locked | Share | Post Comment | This post is locked. No new comments can be added.
      No comments yet. Be the first to comment!
    `,
  },
  {
    where: ["web/forum", "web/routes/create.tsx"],
    phrases: `
      Share Your Knowledge
      Create engaging content for the crypto, AI, and quantum tech community. Ask questions, share insights, or start meaningful discussions.
      Create New Post | Title | Category | Content | Tags | Upload Image | Max 10MB | Save Draft
      Post to Community | Posting... | characters
    `,
  },
  {
    where: [
      "core/messages.ts",
      "core/news",
      "web/news",
      "web/home",
      "web/routes/news.tsx",
      "web/routes/news-article.tsx",
    ],
    phrases: `
      Latest News | Search news... | Flash News | Total Stories | Sources | All News | Crypto | AI & Tech
      Quantum | Flash | Load More Stories | Facebook | Twitter | LinkedIn | View Original Source | Back to News
      Failed to load news. Please try again later. | Failed to fetch news | Loading flash news... | Anonymous
    `,
  },
  {
    where: ["analyzers", "core/ai", "web/ai-tools", "web/routes/ai-tools.tsx"],
    phrases: `
      AI Tools Suite | Input | Analyze | Export | Results | Powered by {}{} |  • {} | Free until Oct 6, 2025
      google/gemini-2.5-flash | All | Analytics | Trading | Assistant | Content | Security | Sentiment Analysis
      Analyze market sentiment from social media and news | Price Prediction
      AI-powered cryptocurrency price forecasting | Crypto Assistant | Ask questions about blockchain and crypto
      Content Generator | Generate crypto trading insights and analysis | Smart Contract Scanner
      Analyze smart contracts for security vulnerabilities | Portfolio Optimizer
      Optimize your crypto portfolio using AI algorithms | Processing... | AI is thinking... | Error
      Please enter some text to analyze | Analysis Complete | AI-powered analysis generated successfully
      Rate limits exceeded. Please try again later.
      Payment required. Please add funds to your AI provider workspace. | Failed to connect to AI service
      No response body received | Unknown error occurred | Failed to process your request
    `,
  },
  {
    where: ["core/wallet", "web/wallet", "web/routes/wallet.tsx"],
    phrases: `
      Connect MetaMask | Disconnect | Portfolio Overview | Hide | Show | Send | Receive | Buy | Swap
      Receive Address | Assets | Transactions | Analytics | MetaMask Not Found
      Please install MetaMask browser extension to use wallet features. | Connection Failed
      Failed to connect wallet | Network Switch Failed | Failed to switch network | Wallet Connected
      Wallet Disconnected | Your wallet has been disconnected.
    `,
  },
  {
    where: ["web/admin", "core/admin", "core/reports", "web/shell", "core/errors.ts"],
    phrases: `
      Access Denied | You need administrator privileges to access this page. | Go Back | Total Users
      Active Posts | News Articles | Reports | Online Now | Today | Users | Content | Analytics | Settings | Spam
      Harassment | Misinformation | Review | Take Action
    `,
  },
  {
    where: ["core/errors.ts", "core/messages.ts", "core/notices.ts", "core/accounts", "web/account"],
    phrases: `
      Login failed | Invalid credentials | Registration failed | Failed to create account | Welcome back!
      Account created! | Welcome to the community | Missing Information | Please fill in all required fields
      Authentication required | Please log in to create a post | Post Created!
      Your post has been submitted to the community | Authentication Required | Please sign in to vote on posts.
      Already Voted | You've already voted on this post. | Vote Recorded | Please sign in to comment.
      Comment Posted | Your comment has been added. | Post Not Found | Article Not Found
    `,
  },
  { where: ["core/accounts"], phrases: "User" },
  { where: ["web/forum"], phrases: "Error | Failed to {} post: {}" },
  { where: ["core", "web"], phrases: "Just now | {}h ago | {}d ago" },
].map(({ where, phrases }) => ({ where, phrases: phrases.trim().split(/\s*[|\n]\s*/) }));

const cleanText = (text: string) =>
  text
    .replaceAll("&amp;", "&")
    .replaceAll("&apos;", "'")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ")
    .trim();

/** Returns every string and JSX text of a file, with `{}` for the inserted values of templates. */
function readTexts(file: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) texts.push(cleanText(node.text));
    else if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      texts.push(cleanText(parts.join("{}")));
    }
    ts.forEachChild(node, visit);
  };
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, false, kind));
  return texts;
}

const textsByFile = new Map(
  globSync("{analyzers,core,web,server}/**/*.{ts,tsx}")
    .filter((file) => !/[.]test[.]|testing/.test(file))
    .filter((file) => WORDING.some(({ where }) => where.some((path) => file.startsWith(path))))
    .map((file) => [file, readTexts(file)]),
);

function findMissing(where: readonly string[], phrases: readonly string[]): string[] {
  const texts = new Set(
    [...textsByFile].flatMap(([file, fileTexts]) =>
      where.some((path) => file.startsWith(path)) ? fileTexts : [],
    ),
  );
  return phrases.filter((phrase) => !texts.has(cleanText(phrase)));
}

test.each(WORDING)("the specification's wording is exact in $where", ({ where, phrases }) => {
  expect(findMissing(where, phrases)).toEqual([]);
});

test("the source contains the suffix for short articles", () => {
  const texts = [...textsByFile].flatMap(([file, fileTexts]) =>
    file.startsWith("core/news") ? fileTexts : [],
  );
  expect(texts.some((text) => text.includes("developing story"))).toBe(true);
});

test("a changed phrase makes the check fail", () => {
  expect(findMissing(["web/routes/create"], ["Share Your Knowledge"])).toEqual([]);
  expect(findMissing(["web/routes/create"], ["Share your knowledge"])).toEqual(["Share your knowledge"]);
  for (const { where, phrases } of WORDING) {
    const changedPhrases = phrases.map((phrase) => `${phrase} now`);
    expect(findMissing(where, changedPhrases)).toEqual(changedPhrases);
  }
});
