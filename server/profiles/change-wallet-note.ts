import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { removeWalletNote, setWalletNote } from "#core/wallet/wallet-note.ts";
import type { ProfileDeps } from "./deps.ts";
import { profiles } from "./tables.ts";

const NOTE_LIMIT = { points: 60, durationSeconds: 60 * 60 } as const;

/**
 * Adds, replaces or removes the wallet note in the bio. Ownership of the address isn't verified. Throws AppError:
 * not_signed_in, invalid_input, too_many_requests.
 */
export async function changeWalletNote(
  { database, limits }: ProfileDeps,
  viewer: Viewer,
  input: string | null,
): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  const { parseAddress } = await import("#core/wallet/parse-address.ts");
  const parsed = input === null ? null : parseAddress(input);
  if (parsed && "problem" in parsed)
    throw new AppError("invalid_input", { fieldErrors: { address: parsed.problem } });
  const { allowed } = await limits.consume("profiles.wallet-note", viewer.id, NOTE_LIMIT);
  if (!allowed) throw new AppError("too_many_requests");
  await database.db.transaction(async (tx) => {
    // Locks the row, so that a concurrent change of the bio isn't lost.
    const [profile] = await tx
      .select({ bio: profiles.bio })
      .from(profiles)
      .where(eq(profiles.id, viewer.id))
      .for("update");
    if (!profile) return;
    const bio = parsed ? setWalletNote(profile.bio, parsed.address) : removeWalletNote(profile.bio);
    if (bio !== profile.bio) await tx.update(profiles).set({ bio }).where(eq(profiles.id, viewer.id));
  });
}
