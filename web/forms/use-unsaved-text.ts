import { type RefObject, useEffect, useMemo } from "react";

const PREFIX = "lattice-settings:";

/** Stores unsaved text of a form in this tab, so that it survives an expired session. Not for passwords and codes. */
export function useUnsavedText(form: RefObject<HTMLFormElement | null>, key: string | null) {
  const store = useMemo(() => createTextStore(key), [key]);

  useEffect(() => {
    const storedValues = store.read();
    for (const field of listTextFields(form.current)) {
      const text = storedValues[field.name];
      if (text === undefined || text === field.value) continue;
      field.value = text;
      // Updates the character counter.
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, [form, store]);

  return store;
}

function createTextStore(key: string | null) {
  return {
    read(): Record<string, string> {
      try {
        return key === null ? {} : JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "{}");
      } catch {
        return {};
      }
    },
    save(form: HTMLFormElement): void {
      if (key === null) return;
      const entries = listTextFields(form).map(({ name, value }) => [name, value]);
      try {
        sessionStorage.setItem(PREFIX + key, JSON.stringify(Object.fromEntries(entries)));
      } catch {
        // If nothing can be stored, the text is only on screen.
      }
    },
    clear(): void {
      if (key !== null) sessionStorage.removeItem(PREFIX + key);
    },
  };
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

function listTextFields(form: HTMLFormElement | null): TextElement[] {
  return [...(form?.elements ?? [])].filter(
    (element): element is TextElement =>
      (element instanceof HTMLTextAreaElement ||
        (element instanceof HTMLInputElement && ["text", "email"].includes(element.type))) &&
      element.name !== "" &&
      element.autocomplete !== "one-time-code",
  );
}
