/** How many of something there are: "1 day", "14 days", "1,200 entries", "-1 point". */
export const countOf = (amount: number, one: string, more = `${one}s`): string =>
  `${amount.toLocaleString("en")} ${Math.abs(amount) === 1 ? one : more}`;
