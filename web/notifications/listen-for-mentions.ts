import { TYPED_MENTION } from "./typed-mention.ts";

/** Has names completed in the texts that members write; returns what ends it. */
export function listenForMentions(): () => void {
  const listen = (event: Event) => {
    const field = event.target;
    if (!(field instanceof HTMLTextAreaElement) || field.name !== "content") return;
    if (!TYPED_MENTION.test(field.value.slice(Math.max(0, field.selectionStart - 40), field.selectionStart)))
      return;
    import("./complete-mentions.ts").then(
      ({ completeMentions }) => completeMentions(field),
      // Without a network, or of another build by now: names can be typed out.
      () => {},
    );
  };
  document.addEventListener("input", listen);
  return () => document.removeEventListener("input", listen);
}
