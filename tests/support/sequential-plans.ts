/**
 * Plans of this transaction without indexes, nested loops and merges: an index that happens to be read in the right order
 * would hide that a statement does not ask for it.
 */
export const sequentialPlans = `
  set local enable_indexscan = off; set local enable_indexonlyscan = off; set local enable_bitmapscan = off;
  set local enable_nestloop = off; set local enable_mergejoin = off;`;
