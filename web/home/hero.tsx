import { HERO_CLAIMS } from "#core/site.ts";
import { ButtonLink } from "#web/ui/button.tsx";

export function Hero({ isMember }: { isMember: boolean }) {
  return (
    <section
      aria-labelledby="hero-title"
      className="relative isolate overflow-hidden rounded-lg border border-line bg-surface px-5 py-7 sm:px-9 md:py-9"
    >
      <LatticePattern />
      <h1 id="hero-title" className="max-w-2xl text-2xl">
        Crypto, AI and quantum technology, talked through properly
      </h1>
      <p className="mt-2 max-w-lg text-muted">
        Questions, field notes and careful arguments from people who build and use these things.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {isMember ? (
          <ButtonLink to="/forum" look="primary">
            Go to Forum
          </ButtonLink>
        ) : (
          <ButtonLink to="/auth" look="primary">
            Join Community
          </ButtonLink>
        )}
        <ButtonLink to="/news">Explore News</ButtonLink>
      </div>
      <dl className="figures mt-6 grid grid-cols-[repeat(4,auto)] justify-between gap-x-3 sm:justify-start sm:gap-x-9">
        {HERO_CLAIMS.map(({ figure, label }) => (
          <div key={label} className="flex flex-col">
            <dt className="order-2 text-xs text-muted sm:text-sm">{label}</dt>
            <dd className="text-lg font-bold">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A honeycomb of bonds that fades towards the words. Decoration, drawn here. */
function LatticePattern() {
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-y-0 end-0 -z-10 hidden h-full w-3/5 text-accent opacity-35 mask-l-from-20% sm:block"
      preserveAspectRatio="xMaxYMid slice"
      viewBox="0 0 520 320"
    >
      <defs>
        <pattern id="lattice" width="69.28" height="120" patternUnits="userSpaceOnUse">
          <path
            d="M34.64 0v20L0 40M34.64 20l34.64 20M0 40v40l34.64 20V120M69.28 40v40L34.64 100"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.2"
          />
          <path
            d="M34.64 20h0M0 40h0M69.28 40h0M0 80h0M69.28 80h0M34.64 100h0"
            stroke="currentColor"
            strokeWidth="5.2"
            strokeLinecap="round"
          />
        </pattern>
      </defs>
      <rect width="520" height="320" fill="url(#lattice)" />
    </svg>
  );
}
