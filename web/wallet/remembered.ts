/** Under which the browser keeps which wallet was connected: its id, until it is disconnected. */
export const REMEMBERED_KEY = "lattice-wallet";
