/** The hero's claims: site copy, not measured figures (specification, section 1). */
export const HERO_CLAIMS = [
  { figure: "50K+", label: "members" },
  { figure: "1M+", label: "posts" },
  { figure: "500+", label: "daily articles" },
  { figure: "24/7", label: "updates" },
] as const;
