import type { HeroStat } from "#core/hero-claims.ts";
import { ButtonLink } from "#web/ui/button.tsx";

interface HeroProps {
  readonly headline: string;
  readonly lead: string;
  readonly claims: readonly HeroStat[];
}

/** Introduces the site to visitors. */
export function Hero({ headline, lead, claims }: HeroProps) {
  return (
    <section aria-labelledby="hero-title" className="hero">
      <div className="lattice-pattern" />
      <div>
        <h1 id="hero-title">{headline}</h1>
        <p>{lead}</p>
        <dl>
          {claims.map(({ figure, label }) => (
            <div key={figure + label}>
              <dt>{label}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="hero-actions">
        <ButtonLink to="/auth?tab=register" variant="primary">
          Join Community
        </ButtonLink>
        <ButtonLink to="/news">Explore News</ButtonLink>
      </div>
    </section>
  );
}
