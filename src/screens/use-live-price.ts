/** A collectible as it stands now: whoever shows one price is drawn again when that price changes, and only then. */

import { type Priced, withLivePrice } from '#store/api/live-price.ts';
import { livePriceOf, selectLivePrices } from '#store/api/live-prices-api.ts';
import { useAppSelector } from '#store/app-store.ts';

export function useLivePrice<Item extends Priced>(item: Item): Item {
  const live = useAppSelector((state) => livePriceOf(selectLivePrices(state), item.id));
  return withLivePrice(item, live);
}
