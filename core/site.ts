/** The product's name until an operator gives the community another. */
export const SITE_NAME = "Lattice";
