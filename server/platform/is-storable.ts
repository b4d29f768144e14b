const DEPTH_MAX = 32;

/** Whether PostgreSQL can store the JSON value. It can't store NUL, lone surrogates or very deep nesting. */
export function isStorable(root: unknown): boolean {
  const pendingValues: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = pendingValues.pop(); next; next = pendingValues.pop()) {
    const { value, depth } = next;
    if (typeof value === "string" && !isCleanText(value)) return false;
    if (typeof value !== "object" || value === null) continue;
    if (depth >= DEPTH_MAX) return false;
    for (const [key, inner] of Object.entries(value)) {
      if (!isCleanText(key)) return false;
      pendingValues.push({ value: inner, depth: depth + 1 });
    }
  }
  return true;
}

const isCleanText = (text: string) => text.isWellFormed() && !text.includes("\0");
