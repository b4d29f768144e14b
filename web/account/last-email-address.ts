const KEY = "lattice-mailed-to";

/** The address we last sent an email to from this browser. Prefills the form when a link has expired. */
export const lastEmailAddress = {
  read(): string {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  },
  store(email: string): void {
    try {
      localStorage.setItem(KEY, email);
    } catch {
      // Without storage the user types it again.
    }
  },
  clear(): void {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Without storage there is nothing to remove.
    }
  },
};
