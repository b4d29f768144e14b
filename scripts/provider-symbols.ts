/** Drawn for this project in a box of 24 by 24. They aren't the providers' logos. */
const PROVIDER_SYMBOLS = {
  /** A fruit with a leaf. */
  apple: `<path d="M12 8.5c-1.6-1.2-3-1.6-4.4-1C5.2 8.4 4.4 11 5 14.2c.7 3.4 2.8 6.3 4.9 6.3.8 0 1.3-.5 2.1-.5s1.3.5 2.1.5c2.1 0 4.2-2.9 4.9-6.3.6-3.2-.2-5.8-2.6-6.7-1.4-.6-2.8-.2-4.4 1ZM12 8.5c0-2.6 1.2-4.3 3.4-5" />`,
  /** A key. */
  custom: `<circle cx="8" cy="15.5" r="4.5" /><path d="m11.2 12.3 8.3-8.3M15.5 8l3 3M18 5.5l1.5 1.5" />`,
  /** A speech bubble with two eyes. */
  discord: `<path d="M7 5h10a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4h-5l-5 3v-3a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4ZM9 11v1.5M15 11v1.5" />`,
  /** A branch that leaves its trunk. */
  github: `<circle cx="7" cy="5.5" r="2.5" /><circle cx="7" cy="18.5" r="2.5" /><circle cx="17" cy="8.5" r="2.5" /><path d="M7 8v8M17 11c0 3-3.5 3.5-7 4" />`,
  /** A branch that joins its trunk. */
  gitlab: `<circle cx="6" cy="6" r="2.5" /><circle cx="6" cy="18" r="2.5" /><circle cx="18" cy="18" r="2.5" /><path d="M6 8.5v7M18 15.5V11a4 4 0 0 0-4-4h-3M13.5 4.5 11 7l2.5 2.5" />`,
  /** A ring with a bar. */
  google: `<path d="M19.5 7.5A8.7 8.7 0 1 0 20.7 12H12.5" />`,
  /** A cross. */
  x: `<path d="m5 4.5 14 15M19 4.5l-14 15" />`,
} as const;

export const buildProviderSymbols = (): string =>
  Object.entries(PROVIDER_SYMBOLS)
    .map(([id, shapes]) => `<symbol id="provider-${id}" viewBox="0 0 24 24">${shapes}</symbol>`)
    .join("");
