import type { HeroStat } from "#core/hero-claims.ts";
import { SampleBadge } from "#web/lists/sample-badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";

interface HeroProps {
  readonly headline: string;
  readonly lead: string;
  readonly stats: readonly HeroStat[];
  /** Whether the stats are the demo community's claims, which are made up. */
  readonly areSamples: boolean;
}

export function Hero({ headline, lead, stats, areSamples }: HeroProps) {
  return (
    <section aria-labelledby="hero-title" className="hero">
      <div className="lattice-pattern" />
      <div>
        <h1 id="hero-title">{headline}</h1>
        <p>{lead}</p>
        <div className="hero-figures">
          <dl>
            {stats.map(({ figure, label }) => (
              <div key={figure + label}>
                <dt>{label}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
          {areSamples ? <SampleBadge title="Sample figures, made up for the demo community." /> : null}
        </div>
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
