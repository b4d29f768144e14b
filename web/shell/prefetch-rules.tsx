import { useHydrated } from "#web/ui/use-hydrated.ts";

/** Files, what is for members alone, and what is never the same twice. */
const EXCEPT = [
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
          { not: { href_matches: EXCEPT } },
          { not: { selector_matches: "[rel~=nofollow], [download], [target], [data-no-prefetch]" } },
        ],
      },
    },
  ],
});

/**
 * Has the browser fetch the page behind a link that is pointed at. Once the scripts run, links are followed within the
 * page, and what they need is fetched ahead by `prefetch` of the link.
 */
export function PrefetchRules({ nonce }: { readonly nonce: string | undefined }) {
  if (useHydrated()) return null;
  return (
    <script type="speculationrules" nonce={nonce} suppressHydrationWarning>
      {RULES}
    </script>
  );
}
