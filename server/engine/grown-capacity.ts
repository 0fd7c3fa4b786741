/**
 * New capacity of a typed array that must hold `needed` entries: a thirty-second more, so that it is not copied at
 * every insertion. With that share the copying costs little beside the rest of an insertion.
 */
export const grownCapacity = (needed: number): number => needed + (needed >> 5) + 16;
