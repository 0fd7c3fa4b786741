/** Which kinds of channel wait because our key is refused: counts them and stores them for /health. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type ChannelKind, channelKinds } from '#domain/channels.ts';
import { clearChannelHold, storeChannelHold } from '../db/alerts/channel-holds.ts';
import type { Metrics } from '../metrics.ts';
import { OurKeyRefusals } from './our-key-refusals.ts';

/** More often than a stored hold expires. */
const storeEveryMs = 30_000;

export interface KeyHoldsOptions {
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, 'channelsHeld'>;
  /** What waited may leave. */
  readonly onEnd: (kind: ChannelKind) => void;
}

export interface KeyHolds {
  readonly of: (kind: ChannelKind) => OurKeyRefusals;
  close(): void;
}

export function createKeyHolds({ pool, log, metrics, onEnd }: KeyHoldsOptions): KeyHolds {
  const logFailure = (err: unknown) => log.warn({ err }, 'a kind’s hold was not stored');
  const store = (kind: ChannelKind) => storeChannelHold(pool, kind).catch(logFailure);
  const kinds = new Map(
    channelKinds.map((kind) => {
      const onHold = (held: boolean) => {
        metrics.channelsHeld.set({ kind }, held ? 1 : 0);
        if (held) {
          log.error({ kind }, 'our key is refused: deliveries of this kind wait');
          void store(kind);
        } else {
          log.info({ kind }, 'our key is accepted again');
          void clearChannelHold(pool, kind).catch(logFailure);
          onEnd(kind);
        }
      };
      metrics.channelsHeld.set({ kind }, 0);
      return [kind, new OurKeyRefusals(onHold)] as const;
    }),
  );
  const storing = setInterval(() => {
    for (const [kind, refusals] of kinds) if (refusals.isHeld) void store(kind);
  }, storeEveryMs);
  return {
    of(kind) {
      const refusals = kinds.get(kind);
      if (refusals === undefined) throw new Error(`there is no kind ${kind}`);
      return refusals;
    },
    close: () => clearInterval(storing),
  };
}
