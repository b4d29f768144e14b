/**
 * What the community knows of a member: the name, unique by its look, the avatar, the bio, the karma and the role.
 * Owns public.profiles and public.user_roles. Other modules read these tables in their own statements and change
 * them only through here.
 */
export { checkUsername, createProfile, type NewProfile } from "./create-profile.ts";
export { anonymizeProfile, uncountMember } from "./forget-profile.ts";
export { renameProfile } from "./rename-profile.ts";
export { profiles } from "./tables.ts";
export { foldUsername, usernameSkeleton } from "./username-skeleton.ts";
