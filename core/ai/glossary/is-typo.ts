import { editDistance } from "../../edit-distance.ts";

/** Whether one word may be the other with a typing error; from eight letters on with two. */
export function isTypo(word: string, name: string): boolean {
  const most = Math.min(word.length, name.length) >= 8 ? 2 : 1;
  return Math.abs(word.length - name.length) <= most && editDistance(word, name, most) <= most;
}
