/** Equivalent mutants, by name, each with the reason why no test can detect it. */
export const equivalentMutants: Readonly<Record<string, string>> = {};
