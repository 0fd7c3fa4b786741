/** Mutants that behave like the machine itself: no test could notice them. Each says why. */
export const equivalent: Readonly<Record<string, string>> = {};
