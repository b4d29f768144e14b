/** Line illustrations for empty states. Highlighted parts use `currentColor` (`.illustration` in welcome.css). */
const ILLUSTRATIONS = {
  /** Two speech bubbles: posts and comments. */
  talk: `<path d="M20 14h52a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6H42L30 58V48H20a6 6 0 0 1-6-6V20a6 6 0 0 1 6-6ZM26 26h40M26 36h24" />
<path d="M86 30h14a6 6 0 0 1 6 6v20a6 6 0 0 1-6 6v9l-10-9H62a6 6 0 0 1-6-6v-1" />
<path stroke="currentColor" d="M84 40v12M78 46h12" />`,
  /** A magnifying glass over a lattice: searches and filters. */
  search: `<path d="M16 22 38 12l22 10v22L38 54 16 44ZM60 22l22-10 22 10v22M16 44v18l22 10 22-10V44M38 54v18M60 22 38 32 16 22M38 32v22" />
<circle cx="104" cy="22" r="2.5" /><circle cx="16" cy="22" r="2.5" /><circle cx="38" cy="72" r="2.5" />
<circle stroke="currentColor" cx="74" cy="46" r="16" /><path stroke="currentColor" d="m86 58 14 14M67 43a8 8 0 0 1 7-5" />`,
  /** An empty tray: notifications and queues. */
  inbox: `<path d="m14 48 12-28a5 5 0 0 1 5-3h58a5 5 0 0 1 5 3l12 28v17a5 5 0 0 1-5 5H19a5 5 0 0 1-5-5ZM14 48h26c2 0 3 1 4 3 3 7 9 10 16 10s13-3 16-10c1-2 2-3 4-3h26" />
<path d="M34 28h14M72 28h14" /><path stroke="currentColor" d="m50 36 7 7 14-16" />`,
  /** Pages with a bookmark: articles, drafts and saved posts. */
  page: `<path d="M40 18h-8a5 5 0 0 0-5 5v44a5 5 0 0 0 5 5h42a5 5 0 0 0 5-5v-3" /><path d="M45 8h43a5 5 0 0 1 5 5v46a5 5 0 0 1-5 5H45a5 5 0 0 1-5-5V13a5 5 0 0 1 5-5Z" />
<path d="M49 20h14M49 30h34M49 40h34M49 50h20" /><path stroke="currentColor" d="M73 8v16l5-4 5 4V8" />`,
} as const;

export const buildIllustrations = (): string =>
  Object.entries(ILLUSTRATIONS)
    .map(([name, shapes]) => `<symbol id="empty-${name}" viewBox="0 0 120 80">${shapes}</symbol>`)
    .join("");
