const MEMBERS_ONLY =
  /^\/(?:(?:admin|create|report|saved|settings|notifications|ai-tools\/history|auth\/new-password|oauth\/consent)(?:\/|$)|forum\/[^/]+\/edit$)/;

/** Whether visitors who open the path are redirected to sign in. routes.test.ts checks this against the guards. */
export function isMembersOnly(path: string): boolean {
  const [pathname = ""] = path.split(/[?#]/);
  return MEMBERS_ONLY.test(pathname) && pathname !== "/notifications/unsubscribe";
}
