/** The looks of what is typed into; apart from the fields, whose code not every page needs. */
export const INPUT_CLASSES =
  "w-full rounded-md border border-line-strong bg-canvas px-3 text-base text-text transition-colors hover:border-faint focus-visible:border-accent aria-invalid:border-danger sm:text-sm";
