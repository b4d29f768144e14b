/** The default name, which the operator can change. */
export const SITE_NAME = "Lattice";
