export function createSignInLink(path: string) {
  return { label: "Sign In", to: `/auth?next=${encodeURIComponent(path)}` };
}
