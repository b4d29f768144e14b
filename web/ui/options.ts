/** A choice in a select or in a row of filters. */
export interface Option<Value> {
  readonly value: Value;
  readonly label: string;
}

/** Converts an object that maps values to labels into a list of options, in the same order. */
export const toOptions = <Value extends string>(labels: Readonly<Record<Value, string>>): Option<Value>[] =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
