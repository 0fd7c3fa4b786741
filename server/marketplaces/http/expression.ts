/** Expressions of a mapping: JSONata (decision 097). Evaluated only in a process of its own (isolated-reader.ts), which can be stopped. */
import jsonata from 'jsonata';

/** @param answer what `$answer` is. @throws what JSONata throws, which is no Error: {@link messageOf} */
export type Evaluate = (input: unknown, answer?: unknown) => Promise<unknown>;

/** @throws when it cannot be parsed */
export function compileExpression(text: string): Evaluate {
  const expression = jsonata(text);
  return (input, answer) => expression.evaluate(input, { answer });
}

export const messageOf = (error: unknown): string =>
  String((error as { readonly message?: unknown } | null)?.message ?? error).slice(0, 200);
