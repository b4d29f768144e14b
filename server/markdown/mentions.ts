import type { MarkdownIt, StateInline, Token } from "markdown-it";
import { getProfilePath } from "#core/accounts/profile-path.ts";
import { parseMentionAt } from "#core/forum/mention.ts";

/** The username for each spelling; unknown names stay text. With "all", every name is treated as known. */
export type Mentions = ReadonlyMap<string, string> | "all";

/** Links `@name` to the member's page, except within links. */
function parseMention(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x40 || state.linkLevel > 0) return false;
  const mentions = state.env.mentions as Mentions | undefined;
  const match = mentions && parseMentionAt(state.src, state.pos);
  const username = match && (mentions === "all" ? match.name : mentions.get(match.name));
  if (!match || username === undefined || state.pos + match.length > state.posMax) return false;
  if (!silent) {
    const linkOpen = state.push("link_open", "a", 1);
    linkOpen.attrs = [["href", getProfilePath(username ?? "")]];
    linkOpen.meta = { mention: match.name };
    state.push("text", "", 0).content = `@${username}`;
    state.push("link_close", "a", -1);
  }
  state.pos += match.length;
  return true;
}

export function installMentions(parser: MarkdownIt): void {
  // Before emphasis, which would consume the "_" of a name.
  parser.inline.ruler.before("emphasis", "mention", parseMention);
}

/** Lists the mentioned names in order, without those in code, links and quotes. */
export function collectMentions(tokens: readonly Token[]): string[] {
  const names = new Set<string>();
  let quoteDepth = 0;
  for (const token of tokens) {
    if (token.type === "blockquote_open") quoteDepth += 1;
    if (token.type === "blockquote_close") quoteDepth -= 1;
    if (quoteDepth > 0) continue;
    for (const child of token.children ?? []) {
      const name = (child.meta as { mention?: string } | null)?.mention;
      if (name !== undefined) names.add(name);
    }
  }
  return [...names];
}
