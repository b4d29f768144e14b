import { type RefObject, useCallback, useEffect, useState } from "react";
import type { Suggestion } from "#core/search/types.ts";

const TYPING_PAUSE_MS = 150;
const CACHE_MS = 60_000;
const CACHE_MAX = 50;

const NO_SUGGESTIONS: readonly Suggestion[] = [];
const cache = new Map<string, { readonly at: number; readonly suggestions: readonly Suggestion[] }>();

/** Requests suggestions when typing pauses. The previous ones are shown until the new ones arrive. */
export function useSuggestions(box: RefObject<HTMLInputElement | null>) {
  const [text, setTextState] = useState(() => box.current?.value.trim() ?? "");
  const [isOpen, setOpen] = useState(true);
  const [suggestions, setSuggestions] = useState(NO_SUGGESTIONS);
  const [suggestedText, setSuggestedText] = useState("");

  const setText = useCallback((newText: string) => {
    setTextState(newText);
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);

  useEffect(() => {
    const input = box.current;
    const onInput = () => setText(input?.value.trim() ?? "");
    // Handle text that was typed before this code was loaded.
    if (document.activeElement === input) onInput();
    input?.addEventListener("input", onInput);
    input?.addEventListener("focus", onInput);
    input?.addEventListener("blur", close);
    return () => {
      input?.removeEventListener("input", onInput);
      input?.removeEventListener("focus", onInput);
      input?.removeEventListener("blur", close);
    };
  }, [box, setText, close]);

  useEffect(() => {
    if (text.length < 2) {
      setSuggestions(NO_SUGGESTIONS);
      setSuggestedText("");
      return;
    }
    const show = (results: readonly Suggestion[]) => {
      setSuggestions(results);
      setSuggestedText(text);
    };
    const cachedEntry = cache.get(text);
    if (cachedEntry && Date.now() - cachedEntry.at < CACHE_MS) return show(cachedEntry.suggestions);
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const results = await fetchSuggestions(text, controller.signal);
        if (!controller.signal.aborted) show(results);
      } catch {
        // Without suggestions the search still works, so don't show an error.
      }
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);

  return {
    text,
    suggestions,
    /** Whether the suggestions are for the current text. */
    isCurrent: suggestedText === text,
    isOpen,
    setText,
    close,
  };
}

async function fetchSuggestions(text: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
  const response = await fetch(`/search/suggestions?q=${encodeURIComponent(text)}`, {
    signal,
    headers: { Accept: "application/json" },
  });
  if (!response.ok) return NO_SUGGESTIONS;
  const { suggestions } = (await response.json()) as { suggestions: readonly Suggestion[] };
  cache.delete(text);
  cache.set(text, { at: Date.now(), suggestions });
  const oldestKey = cache.keys().next().value;
  if (cache.size > CACHE_MAX && oldestKey !== undefined) cache.delete(oldestKey);
  return suggestions;
}
