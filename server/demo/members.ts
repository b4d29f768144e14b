import type { DemoMember } from "./types.ts";

/** The password of every demo account. These accounts are created only with the embedded database or DEMO=on. */
export const DEMO_PASSWORD = "lattice-demo";

export const DEMO_MEMBERS: readonly DemoMember[] = [
  {
    username: "admin",
    email: "admin@lattice.example",
    bio: "Keeps the lights on here. Ask me about backups, spam and why the server is in a cupboard.",
    isVerified: true,
    joinedDaysAgo: 92,
  },
  {
    username: "mara_lindqvist",
    email: "mara@lattice.example",
    bio: "Protocol engineer. Rollups, data availability, the occasional rant about bridges.",
    isVerified: true,
    joinedDaysAgo: 91,
  },
  {
    username: "tobias.keller",
    email: "tobias@lattice.example",
    bio: "Ran a trading desk for eleven years, now runs a vineyard and a node.",
    isVerified: false,
    joinedDaysAgo: 90,
  },
  {
    username: "ines_okafor",
    email: "ines@lattice.example",
    bio: "Machine learning in production. I read the appendix first.",
    isVerified: true,
    joinedDaysAgo: 90,
  },
  {
    username: "qubitwrangler",
    email: "wrangler@lattice.example",
    bio: "Superconducting qubits by day, error-correction papers by night.",
    isVerified: true,
    joinedDaysAgo: 88,
  },
  {
    username: "satoshis_intern",
    email: "intern@lattice.example",
    bio: "New to all of it, asking the questions everyone else is too proud to ask.",
    isVerified: false,
    joinedDaysAgo: 86,
  },
  {
    username: "yuki_tanaka",
    email: "yuki@lattice.example",
    bio: "Security researcher. Audits contracts, breaks toys, writes it up.",
    isVerified: true,
    joinedDaysAgo: 85,
  },
  {
    username: "deltaneutral",
    email: "delta@lattice.example",
    bio: "Options and perps. Position sizing is the whole game.",
    isVerified: false,
    joinedDaysAgo: 84,
  },
  {
    username: "leo.marchetti",
    email: "leo@lattice.example",
    bio: "Generative artist, plotter owner, reluctant smart-contract author.",
    isVerified: false,
    joinedDaysAgo: 80,
  },
  {
    username: "priya_raman",
    email: "priya@lattice.example",
    bio: "Cryptographer. Zero-knowledge proofs, post-quantum migration, strong tea.",
    isVerified: true,
    joinedDaysAgo: 78,
  },
  {
    username: "coldstorage_carl",
    email: "carl@lattice.example",
    bio: "Self-custody since 2013. Three copies, two media, and one place I can still find.",
    isVerified: false,
    joinedDaysAgo: 74,
  },
  {
    username: "noor_haddad",
    email: "noor@lattice.example",
    bio: "Policy and markets reporter. I read the regulations so you don't have to.",
    isVerified: true,
    joinedDaysAgo: 70,
  },
  {
    username: "gradient_descent",
    email: "gradient@lattice.example",
    bio: "PhD student, open-weights enthusiast, owner of one very loud GPU.",
    isVerified: false,
    joinedDaysAgo: 61,
  },
];
