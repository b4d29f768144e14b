const KEY = "lattice-mailed-to";

/** The address that a mail was last asked for in this browser: a link that has run out need not ask for it again. */
export const mailedAddress = {
  read(): string {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  },
  keep(email: string): void {
    try {
      localStorage.setItem(KEY, email);
    } catch {
      // Kept nowhere, it is asked for again.
    }
  },
  forget(): void {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // There was nothing to forget.
    }
  },
};
