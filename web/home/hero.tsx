import type { HeroClaim } from "#core/hero-claims.ts";
import { ButtonLink } from "#web/ui/button.tsx";

export function Hero({ isMember, claims }: { isMember: boolean; claims: readonly HeroClaim[] }) {
  return (
    <section
      aria-labelledby="hero-title"
      className="relative isolate overflow-hidden rounded-lg border border-line bg-surface px-5 py-7 sm:px-9 md:py-9"
    >
      <div className="lattice-pattern absolute inset-y-0 end-0 -z-10 hidden w-3/5 sm:block" />
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
      <dl className="hero-claims">
        {claims.map(({ figure, label }) => (
          <div key={figure + label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
