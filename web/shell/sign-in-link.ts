/** A message's way to sign in, and back to the page that it stands on. */
export function signInLink(path: string) {
  return { label: "Sign In", to: `/auth?next=${encodeURIComponent(path)}` };
}
