/** The types of values that settings can have, and the error messages for invalid values. */
import { z } from "zod";

export const flag = z
  .enum(["on", "off"], { error: 'must be "on" or "off"' })
  .transform((value) => value === "on");

export const integer = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

/** A comma-separated list. Empty entries are ignored. */
export const list = z.string().transform((text) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
);

export const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https URL" });
