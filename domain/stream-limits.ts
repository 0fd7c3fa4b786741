/** Bounds of a live stream of some matches. Beyond them a client takes every match. */
export const streamLimits = { matches: 500, queryLength: 4_096, pricesOf: 100 } as const;
