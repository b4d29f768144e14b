/**
 * What the community knows of a member: the name, unique by its look, the avatar, the bio, the karma and the role.
 * Owns public.profiles, public.user_roles and public.released_usernames. Other modules read these tables in their own statements and change
 * them only through here. Names change with the account (server/auth/user/rename-member.ts).
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { Crop } from "#server/storage/index.ts";
import { changeAvatar } from "./change-avatar.ts";
import { changeBio } from "./change-bio.ts";
import { changeWalletNote } from "./change-wallet-note.ts";
import type { ProfileDeps } from "./deps.ts";
import { type OwnProfile, readOwnProfile } from "./read-own-profile.ts";
import { removeAvatar } from "./remove-avatar.ts";

export { checkUsername, createProfile, type NewProfile } from "./create-profile.ts";
export { anonymizeProfile } from "./forget-profile.ts";
export { holdOffice, withHeldOffice } from "./hold-office.ts";
export { clearProfile, replaceBio } from "./moderate-profile.ts";
export type { OwnProfile } from "./read-own-profile.ts";
export { memberUsernames, refuseReservedUsername } from "./released-usernames.ts";
export { renameProfile } from "./rename-profile.ts";
export { profiles } from "./tables.ts";
export { foldUsername, usernameSkeleton } from "./username-skeleton.ts";

export interface Profiles {
  readOwnProfile(viewer: Viewer): Promise<OwnProfile>;
  /** The bio as it is kept. */
  changeBio(viewer: Viewer, bio: string): Promise<string>;
  /** The address of the new avatar. */
  changeAvatar(viewer: Viewer, bytes: Uint8Array, crop?: Crop): Promise<string>;
  removeAvatar(viewer: Viewer): Promise<void>;
  /** Shows a wallet's address in the bio, in a line of its own; null takes the line out. */
  changeWalletNote(viewer: Viewer, address: string | null): Promise<void>;
}

export function createProfiles(deps: ProfileDeps): Profiles {
  return {
    readOwnProfile: (viewer) => readOwnProfile(deps, viewer),
    changeBio: (viewer, bio) => changeBio(deps, viewer, bio),
    changeAvatar: (viewer, bytes, crop) => changeAvatar(deps, viewer, bytes, crop),
    removeAvatar: (viewer) => removeAvatar(deps, viewer),
    changeWalletNote: (viewer, address) => changeWalletNote(deps, viewer, address),
  };
}
