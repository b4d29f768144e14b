import { type RefObject, useEffect, useMemo } from "react";

const PREFIX = "lattice-settings:";

/**
 * Keeps what is typed into a form's named text fields in this tab, so that a session that ends meanwhile, and the
 * sign-in after it, lose nothing. Passwords and codes are not kept.
 */
export function useKeptText(form: RefObject<HTMLFormElement | null>, key: string | null) {
  const kept = useMemo(() => keeper(key), [key]);

  useEffect(() => {
    const texts = kept.read();
    for (const field of fieldsOf(form.current)) {
      const text = texts[field.name];
      if (text === undefined || text === field.value) continue;
      field.value = text;
      // Whoever counts its characters hears of it.
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, [form, kept]);

  return kept;
}

function keeper(key: string | null) {
  return {
    read(): Record<string, string> {
      try {
        return key === null ? {} : JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "{}");
      } catch {
        return {};
      }
    },
    write(form: HTMLFormElement): void {
      if (key === null) return;
      const texts = fieldsOf(form).map(({ name, value }) => [name, value]);
      try {
        sessionStorage.setItem(PREFIX + key, JSON.stringify(Object.fromEntries(texts)));
      } catch {
        // The browser keeps nothing: what is typed stays on the screen alone.
      }
    },
    forget(): void {
      if (key !== null) sessionStorage.removeItem(PREFIX + key);
    },
  };
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

function fieldsOf(form: HTMLFormElement | null): TextElement[] {
  return [...(form?.elements ?? [])].filter(
    (element): element is TextElement =>
      (element instanceof HTMLTextAreaElement ||
        (element instanceof HTMLInputElement && ["text", "email"].includes(element.type))) &&
      element.name !== "" &&
      element.autocomplete !== "one-time-code",
  );
}
