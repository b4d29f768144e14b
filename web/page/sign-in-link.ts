/** The link of a message to sign in and return to the page. */
export function createSignInLink(path: string) {
  return { label: "Sign In", to: `/auth?next=${encodeURIComponent(path)}` };
}
