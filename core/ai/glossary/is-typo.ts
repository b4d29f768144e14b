import { editDistance } from "../../edit-distance.ts";

/** Whether the word could be a misspelling of the name: one edit, or two from eight letters on. */
export function isTypo(word: string, name: string): boolean {
  const most = Math.min(word.length, name.length) >= 8 ? 2 : 1;
  return Math.abs(word.length - name.length) <= most && editDistance(word, name, most) <= most;
}
