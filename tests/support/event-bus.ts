/** The event bus over a test's database. */
import { createMetrics } from '#server/base/metrics.ts';
import type { EventBus } from '#server/events/event-bus.ts';
import { createPostgresEventBus } from '#server/events/postgres-event-bus.ts';

export const postgresBus = (databaseUrl: string): EventBus =>
  createPostgresEventBus({ databaseSessionUrl: databaseUrl, metrics: createMetrics() });
