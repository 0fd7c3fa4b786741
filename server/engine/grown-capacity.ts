/**
 * How long a typed array is made that has to hold so many: a little more, so that it need not be copied for every one
 * that comes. With a thirty-second the copying cannot be seen beside what else an entry costs.
 */
export const grownCapacity = (needed: number): number => needed + (needed >> 5) + 16;
