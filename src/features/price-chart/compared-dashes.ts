/** Stroke patterns of the prices laid over a chart's own, in CSS pixels: told apart without colours. */

export const comparedDashes = ['7 4', '2 3', '12 4 2 4'] as const;
export const maxCompared = comparedDashes.length;
