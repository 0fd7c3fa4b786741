/** The event bus over PostgreSQL alone: the table `readings`, and NOTIFY after the commit. */
import {
  appendReadings,
  idsSeenBefore,
  listEarlierDeliveries,
  listReadingsAfter,
  purgeReadings,
} from '../db/market/readings.ts';
import { type ListenerMetrics, startListener } from '../db/pg-listener.ts';
import { sendMessages } from '../db/wake-ups.ts';
import type { EventBus, MarketEvents } from './event-bus.ts';
import { alertPayloads, appliedPayload, pricePayloads } from './live-notification.ts';

const streamNeeded =
  'Readings that are not applied yet are in NATS: start with EVENTS_URL until they are applied.';

export interface PostgresEventBusOptions {
  readonly databaseSessionUrl: string;
  readonly metrics: ListenerMetrics;
}

export const createPostgresEventBus = ({
  databaseSessionUrl,
  metrics,
}: PostgresEventBusOptions): EventBus => ({
  readings: {
    append: appendReadings,
    async listAfter(db, source, page) {
      const rows = await listReadingsAfter(db, source, page);
      return rows.map(({ stream, ...reading }) => {
        if (stream !== null) throw new Error(streamNeeded);
        return reading;
      });
    },
    async listEarlierDeliveredIds(db, source, reading) {
      return idsSeenBefore(reading, await listEarlierDeliveries(db, source, reading));
    },
    purge: purgeReadings,
  },
  live: {
    publish: (db, events) => sendMessages(db, 'vigia_live', payloadsOf(events)),
    subscribe(subscriber) {
      const listener = startListener({
        databaseSessionUrl,
        channel: 'vigia_live',
        metrics,
        ...subscriber,
      });
      // Every process gets every match.
      return { watch() {}, unwatch() {}, close: () => listener.close() };
    },
  },
  // Its failures are the database's.
  isAvailable: () => true,
  async close() {},
});

function payloadsOf({ prices, alerts = [], applied }: MarketEvents): string[] {
  return [
    ...(prices ? pricePayloads(prices.changes, prices.observedAt) : []),
    ...alertPayloads(alerts),
    ...(applied ? [appliedPayload(applied)] : []),
  ];
}
