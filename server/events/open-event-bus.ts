/** The event bus of this process: over NATS where EVENTS_URL names it, else over PostgreSQL. */
import type { Metrics } from '../base/metrics.ts';
import type { EventBus } from './event-bus.ts';
import { createNatsEventBus } from './nats-event-bus.ts';
import type { NatsServers } from './nats-url.ts';
import { createPostgresEventBus } from './postgres-event-bus.ts';

export interface EventBusConfig {
  readonly databaseSessionUrl: string;
  /** null = PostgreSQL */
  readonly nats: NatsServers | null;
}

const prefix = 'vigia';

/** Returns at once. */
export function openEventBus(
  { databaseSessionUrl, nats }: EventBusConfig,
  metrics: Metrics,
  onFailure: (error: unknown) => void,
): EventBus {
  const accounts = { databaseSessionUrl, metrics };
  if (nats === null) return createPostgresEventBus(accounts);
  return createNatsEventBus({ ...nats, prefix, metrics, onFailure, accounts });
}
