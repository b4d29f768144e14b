/** Glyphs of coins by lower-case ticker, drawn for this project in a box of 24 by 24. They aren't the coins' logos. */
export const COIN_GLYPHS: Readonly<Record<string, string>> = {
  btc: `<path d="M8.5 5.5v13M8.5 5.5h5a3.1 3.1 0 0 1 0 6.2h-5M8.5 11.7h5.8a3.4 3.4 0 0 1 0 6.8H8.5M6.5 5.5h2M6.5 18.5h2M10.5 3.3v2.2M13.3 3.3v2.2M10.5 18.5v2.2M13.3 18.5v2.2" ${stroke()}/>`,
  eth: `<path d="m12 2.8 5.8 9.3L12 15.4l-5.8-3.3L12 2.8Z" fill="currentColor"/><path d="M12 21.2 6.5 13.9 12 17l5.5-3.1L12 21.2Z" fill="currentColor" opacity=".6"/>`,
  bnb: `<path d="m12 9.2 2.8 2.8-2.8 2.8L9.2 12 12 9.2ZM12 3l4.6 4.6-2 2L12 7 9.4 9.6l-2-2L12 3ZM12 21l-4.6-4.6 2-2L12 17l2.6-2.6 2 2L12 21ZM5.2 10l2 2-2 2-2-2 2-2ZM18.8 10l2 2-2 2-2-2 2-2Z" fill="currentColor"/>`,
  ada: `<g fill="currentColor"><circle cx="12" cy="8.4" r="1.9"/><circle cx="12" cy="15.6" r="1.9"/><circle cx="8.6" cy="12" r="1.9"/><circle cx="15.4" cy="12" r="1.9"/><circle cx="12" cy="3.9" r="1.2"/><circle cx="12" cy="20.1" r="1.2"/><circle cx="5" cy="7.6" r="1.2"/><circle cx="19" cy="7.6" r="1.2"/><circle cx="5" cy="16.4" r="1.2"/><circle cx="19" cy="16.4" r="1.2"/></g>`,
  sol: `<path d="M7.6 5h12l-3.2 3.2h-12L7.6 5ZM4.4 10.4h12l3.2 3.2h-12l-3.2-3.2ZM7.6 15.8h12L16.4 19h-12l3.2-3.2Z" fill="currentColor"/>`,
  pol: `<path d="M9 6.2 13 8.5v4.6L9 15.4l-4-2.3V8.5l4-2.3ZM15 8.6l4 2.3v4.6l-4 2.3-4-2.3v-2" ${stroke()}/>`,
  usdc: `<path d="M15 9.2c-.3-1.3-1.4-2-3-2s-3 .8-3 2.3c0 3.3 6.2 1.6 6.2 5 0 1.5-1.3 2.4-3.2 2.4s-3.1-.9-3.3-2.3M12 5.4v1.8M12 16.9v1.8M7.6 4.6a8.6 8.6 0 0 0 0 14.8M16.4 4.6a8.6 8.6 0 0 1 0 14.8" ${stroke()}/>`,
  usdt: `<path d="M6 5.5h12M12 5.5v14M12 9.6c4 0 7.2.7 7.2 1.7S16 13 12 13s-7.2-.7-7.2-1.7S8 9.6 12 9.6Z" ${stroke()}/>`,
  dai: `<path d="M7 5.5h4.6a6.5 6.5 0 0 1 0 13H7v-13ZM4.5 10.4h15M4.5 13.6h15" ${stroke()}/>`,
};

function stroke(): string {
  return 'fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"';
}

export function buildCoinGlyphs(): string {
  return Object.entries(COIN_GLYPHS)
    .map(([ticker, drawing]) => `<symbol id="coin-${ticker}" viewBox="0 0 24 24">${drawing}</symbol>`)
    .join("");
}
