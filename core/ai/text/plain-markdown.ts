import { oneLine } from "./sentences.ts";

/**
 * Others' words as Markdown that shows exactly them: on one line, no emphasis, link, picture or tag comes of
 * it, and no address in it becomes a link by itself.
 */
export function plainMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_[\]<>#|~!{}]|&(?=#?\w{1,31};)|(?<=[\p{L}\p{N}])@(?=[\p{L}\p{N}])/gu, "\\$&")
    .replace(/:(?=\/\/)|(?<=[\p{L}\p{N}])\.(?=[\p{L}])|(?<=mailto):/giu, "\\$&")
    .replace(/^[-+]/, "\\$&")
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

/** In quotation marks. */
export function quoted(text: string): string {
  return `“${plainMarkdown(text)}”`;
}
