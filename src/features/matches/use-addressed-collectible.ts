/** The collectible that a search gives the address of: that of its page at the marketplace. */
import type { Collectible } from '#store/api/api-types.ts';
import { useFindCollectiblesQuery } from '#store/api/find-collectibles-api.ts';

/** Whether a search gives an address, and no words. */
export const isAddress = (q: string): boolean => /^\s*https?:\/\//i.test(q);

/** @returns undefined also for words */
export function useAddressedCollectible(q: string): Collectible | undefined {
  return useFindCollectiblesQuery(q.trim(), { skip: !isAddress(q) }).currentData?.items[0];
}
