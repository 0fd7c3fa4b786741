/** Packs what changed into NOTIFY payloads of channel `vigia_live`, each below PostgreSQL's 8 000 bytes. */
import type { SourceEvent } from '#contract/live-stream.ts';
import type { InsertedAlert } from '../db/market/reading-writes.ts';

const largestBytes = 7_500;

export interface PriceChangePayload {
  readonly collectibleId: string;
  readonly matchId: string;
  readonly floorCents: number | null;
}

export const pricePayloads = (prices: readonly PriceChangePayload[], observedAt: Date): string[] =>
  pack(
    'prices',
    prices.map((price) => [
      price.collectibleId,
      price.matchId,
      price.floorCents,
      observedAt.toISOString(),
    ]),
  );

export const alertPayloads = (alerts: readonly InsertedAlert[]): string[] =>
  pack(
    'alerts',
    alerts.map((alert) => [String(alert.id), alert.uid]),
  );

export const sourcePayload = (source: SourceEvent): string => JSON.stringify({ source });

function pack(name: string, items: readonly unknown[]): string[] {
  const payloads: string[] = [];
  let texts: string[] = [];
  let bytes = 0;
  const flush = () => {
    if (texts.length > 0) payloads.push(`{"${name}":[${texts.join(',')}]}`);
    texts = [];
    bytes = 0;
  };
  for (const item of items) {
    const text = JSON.stringify(item);
    const size = Buffer.byteLength(text) + 1;
    if (bytes + size > largestBytes) flush();
    texts.push(text);
    bytes += size;
  }
  flush();
  return payloads;
}
