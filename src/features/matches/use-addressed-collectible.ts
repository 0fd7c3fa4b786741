/** The collectible that a search gives the address of: that of its page at the marketplace. */
import type { Collectible } from '#store/api/api-types.ts';
import { useFindCollectiblesQuery } from '#store/api/find-collectibles-api.ts';

/** @returns undefined also for words */
export function useAddressedCollectible(q: string): Collectible | undefined {
  const address = q.trim();
  const isAddress = /^https?:\/\//i.test(address);
  return useFindCollectiblesQuery(address, { skip: !isAddress }).currentData?.items[0];
}
