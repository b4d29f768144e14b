/** One of the hero's claims: site copy, not a measured figure. */
export interface HeroClaim {
  readonly figure: string;
  readonly label: string;
}

/** The claims until an administrator writes others (specification, section 1). */
export const HERO_CLAIMS: readonly HeroClaim[] = [
  { figure: "50K+", label: "members" },
  { figure: "1M+", label: "posts" },
  { figure: "500+", label: "daily articles" },
  { figure: "24/7", label: "updates" },
];
