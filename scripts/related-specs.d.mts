/** Specs by folder of the product's code, without `tests/` and `.spec.ts`; the longest prefix of a path decides. */
export const specsByFolder: Readonly<Record<string, readonly string[]>>;

/**
 * @param changed paths from the root
 * @param since the Git revision they are compared with
 * @returns paths of specs
 */
export function relatedSpecs(changed: readonly string[], since: string, root: string): string[];
