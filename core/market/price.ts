import { z } from "zod";

/** Accepted range of a price in US dollars; values outside it are data errors, and their ratios could overflow. */
export const price = z.number().min(1e-15).max(1e12);
