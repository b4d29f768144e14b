/** Returns the link in an email, or "". For a link to the landing page, returns what that page's button opens. */
export function findEmailedLink(text: string): string {
  const link = /^http\S+\/auth\/(?:v1\/verify|landing)\?\S+$/m.exec(text)?.[0] ?? "";
  if (!link.includes("/auth/landing?")) return link;
  const landing = new URL(link);
  const { token = "", type = "" } = Object.fromEntries(landing.searchParams);
  landing.searchParams.delete("token");
  landing.searchParams.delete("type");
  const query = new URLSearchParams({ token, type, redirect_to: landing.href });
  return `${landing.origin}/auth/v1/verify?${query}`;
}
