import { createMetrics, type Metrics } from '#server/base/metrics.ts';
import type { EventBus } from '#server/events/event-bus.ts';
import { createNatsEventBus } from '#server/events/nats-event-bus.ts';
import type { MessageLimits } from '#server/events/nats-reading-log.ts';
import { parseNatsUrl } from '#server/events/nats-url.ts';
import { retryUntil } from './retry-until.ts';

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
  await retryUntil(async () => {
    if (!bus.isAvailable()) throw new Error('NATS does not answer');
  });
  return bus;
}
