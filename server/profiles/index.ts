/**
 * Member profiles: username, avatar, bio, karma and role. Owns public.profiles, public.user_roles and
 * public.released_usernames; other modules may read these tables but change them only through this public API.
 * Usernames change together with the account (server/auth/user/rename-member.ts).
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { Crop } from "#server/storage/index.ts";
import { changeAvatar } from "./change-avatar.ts";
import { changeBio } from "./change-bio.ts";
import { changeWalletNote } from "./change-wallet-note.ts";
import type { ProfileDeps } from "./deps.ts";
import { type OwnProfile, readOwnProfile } from "./read-own-profile.ts";
import { removeAvatar } from "./remove-avatar.ts";

export { anonymizeProfile } from "./anonymize-profile.ts";
export { buildKarmaUpdate } from "./build-karma-update.ts";
export { checkUsername, createProfile, type NewProfile } from "./create-profile.ts";
export { lockAdminRole, lockViewerRole } from "./lock-admin-role.ts";
export { clearProfile, editProfile, replaceBio } from "./moderate-profile.ts";
export type { OwnProfile } from "./read-own-profile.ts";
export { rejectReservedUsername, selectMemberUsernames } from "./released-usernames.ts";
export { renameProfile } from "./rename-profile.ts";
export { revokeAdminRole, setRole } from "./set-role.ts";
export { profiles } from "./tables.ts";
export { updateSkeletons } from "./update-skeletons.ts";
export { foldUsername, toUsernameSkeleton } from "./username-skeleton.ts";

export interface Profiles {
  readOwnProfile(viewer: Viewer): Promise<OwnProfile>;
  /** Returns the normalized bio. */
  changeBio(viewer: Viewer, bio: string): Promise<string>;
  /** Returns the new avatar's URL. */
  changeAvatar(viewer: Viewer, bytes: Uint8Array, crop?: Crop): Promise<string>;
  removeAvatar(viewer: Viewer): Promise<void>;
  /** Shows a wallet address in the bio; null removes it. */
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
