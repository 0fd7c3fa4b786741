/** Live price and live 24-hour change of a collectible. */
import { FlashingPrice } from '#src/components/flashing-price.tsx';
import { priceParts } from '#src/copy/format.ts';
import type { LivePriceFields } from '#store/api/merge-live-price.ts';
import { ChangeIn24h } from './change-in-24h.tsx';
import { useLivePrice } from './use-live-price.ts';

interface PricedInCurrency extends LivePriceFields {
  readonly currency: string;
}

export function LivePrice({
  item,
  emptyText,
}: {
  readonly item: PricedInCurrency;
  readonly emptyText: string;
}) {
  const { floorCents, currency } = useLivePrice(item);
  if (floorCents === null) return <span className="meta">{emptyText}</span>;
  return <FlashingPrice cents={floorCents} {...priceParts(floorCents, currency)} />;
}

export function LiveChange({ item }: { readonly item: PricedInCurrency }) {
  const { change24hBp } = useLivePrice(item);
  return <ChangeIn24h basisPoints={change24hBp} />;
}
