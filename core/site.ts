/** The site's default name, which administrators can change. */
export const SITE_NAME = "Lattice";
