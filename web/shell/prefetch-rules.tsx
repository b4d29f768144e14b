import { useHydrated } from "#web/ui/use-hydrated.ts";

/** Paths that aren't prefetched: files, some pages for members only, and pages that differ on every load. */
const EXCLUDED_PATHS = [
  "/admin/*",
  "/auth",
  "/auth/*",
  "/create",
  "/feeds/*",
  "/news-images/*",
  "/newsletter/*",
  "/og/*",
  "/settings/*",
  "/storage/*",
];

const RULES = JSON.stringify({
  prefetch: [
    {
      eagerness: "moderate",
      where: {
        and: [
          { href_matches: "/*" },
          { not: { href_matches: EXCLUDED_PATHS } },
          { not: { selector_matches: "[rel~=nofollow], [download], [target], [data-no-prefetch]" } },
        ],
      },
    },
  ],
});

/** Lets the browser prefetch hovered links until hydration. After that, a `Link` with `prefetch` fetches data itself. */
export function PrefetchRules({ nonce }: { readonly nonce: string | undefined }) {
  if (useHydrated()) return null;
  return (
    <script type="speculationrules" nonce={nonce} suppressHydrationWarning>
      {import.meta.env.SSR ? RULES : ""}
    </script>
  );
}
