import { z } from "zod";
import { parseEmail } from "#core/accounts/email.ts";
import { emptyIfBlank } from "#core/forum/text.ts";

/**
 * The kinds of a setting. Each reads what a form sends, which is text, and what was stored, which is what it gave
 * before; its issues are the sentences that a person is shown.
 */

const tidy = (given: unknown) =>
  typeof given === "string"
    ? emptyIfBlank(given.toWellFormed().replaceAll("\0", "\uFFFD").replace(/\r\n?/g, "\n").trim())
    : given;

const tidyOrNull = (given: unknown) => {
  const written = tidy(given);
  return written === "" || written === undefined ? null : written;
};

const isOneLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text);

/** One line. `least` 0 lets it be empty. */
export const line = (most: number, least: 0 | 1 = 1) =>
  z.preprocess(
    tidy,
    z
      .string("Write something here.")
      .min(least, "Write something here.")
      .max(most, `At most ${most} characters.`)
      .refine(isOneLine, "Write it in one line."),
  );

/** Several lines; null when nothing is written: then the default holds. */
export const text = (most: number) =>
  z.preprocess(
    tidyOrNull,
    z
      .string()
      .max(most, `At most ${most.toLocaleString("en")} characters.`)
      .nullable(),
  );

/** An address, or null. */
export const address = z.preprocess(
  tidyOrNull,
  z
    .string()
    .refine((given) => "email" in parseEmail(given), "Write an address like name@example.org.")
    .transform((given) => given.toLowerCase())
    .nullable(),
);

/** A whole number, or null: then the environment's holds. */
export const whole = (least: number, most: number) => {
  const words = `Write a whole number from ${least} to ${most.toLocaleString("en")}.`;
  return z.preprocess((given) => {
    const written = tidyOrNull(given);
    return typeof written === "string" && /^\d{1,15}$/.test(written) ? Number(written) : written;
  }, z.number(words).int(words).min(least, words).max(most, words).nullable());
};

const SWITCHES: Readonly<Record<string, boolean | null>> = { on: true, off: false, "": null };

const readSwitch = (given: unknown) => (typeof given === "string" ? SWITCHES[given] : given);

/** On or off. A control that was not sent is neither. */
export const onOff = z.preprocess(readSwitch, z.boolean("Choose one of these."));
/** On, off, or null: then the environment's holds. */
export const choice = z.preprocess(readSwitch, z.boolean("Choose one of these.").nullable());
