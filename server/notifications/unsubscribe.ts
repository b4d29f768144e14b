import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { NOTIFICATION_KINDS, type NotificationChoice } from "#core/notifications/kinds.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { keepChoices, readChoicesOf } from "./choices.ts";
import type { NotificationDeps } from "./deps.ts";

type Signed = Pick<NotificationDeps, "secret" | "publicUrl">;

/** The address in a mail that ends such mails to this member; good for ever, since a mail of last year must work. */
export function unsubscribeLink({ secret, publicUrl }: Signed, memberId: string): string {
  const token = `${memberId}.${sign(secret, memberId).toString("base64url")}`;
  return `${publicUrl}/notifications/unsubscribe?token=${token}`;
}

const sign = (secret: string, memberId: string) =>
  createHmac("sha256", secret).update(`notifications unsubscribe ${memberId}`).digest().subarray(0, 18);

/** Whose token it is; null for what was not written here. */
export function readUnsubscribeToken({ secret }: Pick<Signed, "secret">, token: string): string | null {
  const [, id = "", given = ""] = /^([\da-f-]{36})\.([\w-]{24})$/.exec(token) ?? [];
  if (!isUuid(id)) return null;
  const right = sign(secret, id);
  const signature = Buffer.from(given, "base64url");
  return signature.length === right.length && timingSafeEqual(signature, right) ? id : null;
}

/**
 * Ends the mails: what was told by mail is told on the site alone. Nobody need be signed in, and a second time changes
 * nothing. Whether the token was a good one.
 */
export async function unsubscribe(deps: NotificationDeps, token: string): Promise<boolean> {
  const memberId = readUnsubscribeToken(deps, token);
  if (memberId === null) return false;
  await deps.database.db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      select from public.profiles where id = ${memberId}::uuid for key share`);
    // Whoever has left gets no mails either.
    if (rows.length === 0) return;
    const choices = await readChoicesOf(tx, memberId);
    const mailed = NOTIFICATION_KINDS.filter((kind) => choices[kind] === "mail");
    await keepChoices(
      tx,
      memberId,
      Object.fromEntries(mailed.map((kind) => [kind, "site" satisfies NotificationChoice])),
    );
  });
  return true;
}
