import type { IconName } from "#web/ui/icon-names.ts";

export interface WelcomeStep {
  readonly to: string;
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

export const WELCOME_STEPS: readonly WelcomeStep[] = [
  {
    to: "/forum?filter=following",
    icon: "bell-plus",
    title: "Choose your topics",
    text: "Follow categories and tags to hear about new posts.",
  },
  {
    to: "/create",
    icon: "pen-line",
    title: "Introduce yourself",
    text: "Tell us what you work on, or ask your first question.",
  },
];
