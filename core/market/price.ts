import { z } from "zod";

/** Accepted range of a price in US dollars; values outside are errors, and their ratios may overflow. */
export const price = z.number().min(1e-15).max(1e12);
