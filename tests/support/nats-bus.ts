/** The event bus over a NATS server, once it is connected. */
import { setTimeout as delay } from 'node:timers/promises';
import type { EventBus } from '#server/events/event-bus.ts';
import { createNatsEventBus } from '#server/events/nats-event-bus.ts';
import type { MessageLimits } from '#server/events/nats-reading-log.ts';
import { parseNatsUrl } from '#server/events/nats-url.ts';
import { createMetrics, type Metrics } from '#server/metrics.ts';

export interface NatsBusSettings {
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly limits?: MessageLimits;
  readonly metrics?: Metrics;
  readonly onFailure?: (error: unknown) => void;
}

/** @throws Error when it is not connected within a minute */
export async function natsBus({
  databaseUrl,
  natsUrl,
  limits,
  metrics = createMetrics(),
  onFailure = () => {},
}: NatsBusSettings): Promise<EventBus> {
  const servers = parseNatsUrl(natsUrl);
  if (servers === null) throw new Error(`not a NATS URL: ${natsUrl}`);
  const bus = createNatsEventBus({
    ...servers,
    prefix: 'vigia',
    metrics,
    onFailure,
    accounts: { databaseSessionUrl: databaseUrl, metrics },
    ...(limits && { limits }),
  });
  const untilMs = Date.now() + 60_000;
  while (!bus.isAvailable()) {
    if (Date.now() > untilMs) throw new Error('NATS does not answer');
    await delay(20);
  }
  return bus;
}
