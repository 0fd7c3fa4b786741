/** The event bus over a test's database. */
import type { EventBus } from '#server/events/event-bus.ts';
import { createPostgresEventBus } from '#server/events/postgres-event-bus.ts';
import { createMetrics } from '#server/metrics.ts';

export const postgresBus = (databaseUrl: string): EventBus =>
  createPostgresEventBus({ databaseSessionUrl: databaseUrl, metrics: createMetrics() });
