import { TYPED_MENTION } from "./typed-mention.ts";

/** Suggests names in the text fields of posts and comments; returns a cleanup function. */
export function listenForMentions(): () => void {
  const onInput = (event: Event) => {
    const field = event.target;
    if (!(field instanceof HTMLTextAreaElement) || field.name !== "content") return;
    if (!TYPED_MENTION.test(field.value.slice(Math.max(0, field.selectionStart - 40), field.selectionStart)))
      return;
    import("./complete-mentions.ts").then(
      ({ completeMentions }) => completeMentions(field),
      // Loading can fail offline or after an update. Names can still be typed.
      () => {},
    );
  };
  document.addEventListener("input", onInput);
  return () => document.removeEventListener("input", onInput);
}
