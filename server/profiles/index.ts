import { bindOperations } from "#server/platform/bind-operations.ts";
import { changeAvatar, removeAvatar } from "./change-avatar.ts";
import { changeBio } from "./change-bio.ts";
import { changeWalletNote } from "./change-wallet-note.ts";
import type { ProfileDeps } from "./deps.ts";
import { readOwnProfile } from "./read-own-profile.ts";

export { anonymizeProfile } from "./anonymize-profile.ts";
export { buildKarmaUpdate } from "./build-karma-update.ts";
export { checkUsername, createProfile } from "./create-profile.ts";
export { lockAdminRole, lockViewerRole } from "./lock-admin-role.ts";
export { clearProfile, editProfile, replaceBio } from "./moderate-profile.ts";
export { rejectReservedUsername, selectMemberUsernames } from "./released-usernames.ts";
export { renameProfile } from "./rename-profile.ts";
export { revokeAdminRole, setRole } from "./set-role.ts";
export { profiles } from "./tables.ts";
export { updateSkeletons } from "./update-skeletons.ts";
export { foldUsername, toUsernameSkeleton } from "./username-skeleton.ts";

export const createProfiles = (deps: ProfileDeps) =>
  bindOperations(deps, { readOwnProfile, changeBio, changeAvatar, removeAvatar, changeWalletNote });

export type Profiles = ReturnType<typeof createProfiles>;
