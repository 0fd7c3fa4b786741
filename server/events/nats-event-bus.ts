/** The event bus over NATS with JetStream: ticks of readings in a stream, live events by subject. */
import type { EventBus } from './event-bus.ts';
import { type AccountListener, createNatsLiveEvents } from './nats-live-events.ts';
import { type MessageLimits, NatsReadingLog } from './nats-reading-log.ts';
import { type NatsOptions, NatsSession } from './nats-session.ts';

export interface NatsEventBusOptions extends NatsOptions {
  readonly accounts: AccountListener;
  readonly limits?: MessageLimits;
}

/** Returns at once, and connects in the background for as long as it takes. */
export function createNatsEventBus({
  accounts,
  limits,
  ...options
}: NatsEventBusOptions): EventBus {
  const session = new NatsSession(options);
  return {
    readings: new NatsReadingLog(session, options.onFailure, limits),
    live: createNatsLiveEvents(session, accounts),
    isAvailable: () => session.open !== null,
    close: () => session.close(),
  };
}
