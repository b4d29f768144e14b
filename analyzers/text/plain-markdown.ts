import { toOneLine } from "./sentences.ts";

/** Untrusted text as Markdown that renders literally, on one line and without automatic links. */
export function toPlainMarkdown(text: string): string {
  return toOneLine(text)
    .replace(/[\\`*_[\]<>#|~!{}]|&(?=#?\w{1,31};)|(?<=\S)@(?=\S)/gu, "\\$&")
    .replace(/:(?=\/\/)|(?<=[\p{L}\p{N}])\.(?=[\p{L}])|(?<=mailto):/giu, "\\$&")
    .replace(/^[-+]/, "\\$&")
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

export function formatQuote(text: string): string {
  return `“${toPlainMarkdown(text)}”`;
}
