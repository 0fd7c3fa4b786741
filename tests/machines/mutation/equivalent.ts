/** Equivalent mutants, by name, each with the reason why no test can detect it. */
export const equivalent: Readonly<Record<string, string>> = {};
