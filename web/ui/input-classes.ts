/** Styles of inputs; separate from the fields, so that pages without them don't load their code. */
export const INPUT_CLASSES = "input";
