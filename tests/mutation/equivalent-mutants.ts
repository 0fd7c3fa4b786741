/** Equivalent mutants by name (`nameOf`), each with the reason why no test can notice it. */
export const equivalentMutants: Readonly<Record<string, string>> = {};
