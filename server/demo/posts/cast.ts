/** The usernames of the demo members, by the short names that the posts use. */
export const admin = "admin";
export const mara = "mara_lindqvist";
export const tobias = "tobias.keller";
export const ines = "ines_okafor";
export const qubit = "qubitwrangler";
export const sato = "satoshis_intern";
export const yuki = "yuki_tanaka";
export const delta = "deltaneutral";
export const leo = "leo.marchetti";
export const priya = "priya_raman";
export const carl = "coldstorage_carl";
export const noor = "noor_haddad";
export const grad = "gradient_descent";
