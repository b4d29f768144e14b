/** The looks of what is typed into; apart from the fields, whose code not every page needs. */
export const INPUT_CLASSES = "input";
