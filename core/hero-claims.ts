/** A number in the hero or the footer with its label: a marketing claim (only in the hero) or a live count. */
export interface HeroStat {
  readonly figure: string;
  readonly label: string;
}

/** The claims of the demo community (specification, section 1). Administrators can replace them. */
export const HERO_CLAIMS: readonly HeroStat[] = [
  { figure: "50K+", label: "members" },
  { figure: "1M+", label: "posts" },
  { figure: "500+", label: "daily articles" },
  { figure: "24/7", label: "updates" },
];
