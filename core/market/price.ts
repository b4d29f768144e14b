import { z } from "zod";

/** A price in US dollars that a source may tell. Outside of this it is nonsense, and its ratio to another no number. */
export const price = z.number().min(1e-15).max(1e12);
