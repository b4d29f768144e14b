/** A claim in the hero: marketing copy, not a measured figure. */
export interface HeroClaim {
  readonly figure: string;
  readonly label: string;
}

/** The default claims, which administrators can change (specification, section 1). */
export const HERO_CLAIMS: readonly HeroClaim[] = [
  { figure: "50K+", label: "members" },
  { figure: "1M+", label: "posts" },
  { figure: "500+", label: "daily articles" },
  { figure: "24/7", label: "updates" },
];
