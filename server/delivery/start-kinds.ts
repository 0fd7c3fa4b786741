/** Every kind of delivery with its transport, its hold, its rate and its lanes. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { channelKinds } from '#domain/channels.ts';
import type { Metrics } from '../base/metrics.ts';
import { renewChannelSettings } from '../db/alerts/channels.ts';
import type { DeliveryKind } from '../db/deliveries/deliveries.ts';
import { clearHold, storeHold } from '../db/deliveries/kind-holds.ts';
import type { MessageConfig } from './channels-config.ts';
import { EvenRate } from './even-rate.ts';
import { KindHold } from './kind-hold.ts';
import { kinds as definitions } from './kinds.ts';
import type { KindState } from './lane.ts';
import { connectionsOf, type LaneSize, mailLane, messageLanes } from './lane-sizes.ts';
import { createMailTransport } from './mail/mail.ts';
import { defaultConnections, type MailConfig } from './mail/mail-config.ts';
import { createMessageTransport } from './message-transport.ts';
import { sealSettings } from './secret-box.ts';

export interface DeliveryWorkerOptions {
  readonly pool: pg.Pool;
  readonly config: Pick<MessageConfig, 'appOrigin'> & {
    readonly databaseSessionUrl: string;
    readonly mail: MailConfig;
    /** null: by mail alone. */
    readonly messages: MessageConfig | null;
  };
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** For tests. */
  readonly timings?: {
    readonly maxAttempts?: number;
    readonly leaseSeconds?: number;
    readonly drainMs?: number;
    /** Of the relay, before it is given up for the first time. */
    readonly silenceMs?: number;
    /** Multiplies the delays of retries. */
    readonly retryScale?: number;
    /** How long a request holds its slot. */
    readonly slotMs?: number;
  };
}

interface StartedKinds {
  readonly kinds: readonly { readonly state: KindState; readonly sizes: readonly LaneSize[] }[];
  close(): Promise<void>;
}

/** @param onFree what waited for a kind may leave */
export function startKinds(
  options: DeliveryWorkerOptions,
  onFree: (kind: DeliveryKind) => void,
): StartedKinds {
  const { pool, log, timings } = options;
  const { mail, messages } = options.config;
  const mailSize = mailLane(mail.connections ?? defaultConnections, timings?.silenceMs);
  const smtp = createMailTransport(mail, {
    maxConnections: connectionsOf(mailSize),
    silenceMs: mailSize.slotMs,
  });
  const requests =
    messages &&
    createMessageTransport({
      config: messages,
      log,
      move: (channelId, settings) =>
        renewChannelSettings(
          pool,
          channelId,
          sealSettings(settings, channelId, messages.channels.secrets),
        ),
    });
  const send: KindState['send'] = (delivery) => {
    if (delivery.kind === 'mail') return smtp.send(delivery);
    if (requests === null) throw new Error(`nothing sends ${delivery.kind}`);
    return requests.send(delivery);
  };
  const start = (kind: DeliveryKind, perSecond: number): KindState => ({
    kind,
    send,
    hold: createHold(options, kind, onFree),
    rate: new EvenRate(perSecond),
    probe: null,
  });
  const kinds: StartedKinds['kinds'] = [
    { state: start('mail', mail.perSecond ?? Number.POSITIVE_INFINITY), sizes: [mailSize] },
    ...(requests === null ? [] : channelKinds).map((kind) => ({
      state: start(kind, definitions[kind].perSecond),
      sizes: messageLanes(kind, timings?.slotMs),
    })),
  ];
  return {
    kinds,
    async close() {
      await smtp.close();
      await requests?.close();
    },
  };
}

function createHold(
  { pool, log, metrics }: DeliveryWorkerOptions,
  kind: DeliveryKind,
  onFree: (kind: DeliveryKind) => void,
): KindHold {
  metrics.channelsHeld.set({ kind }, 0);
  return new KindHold({
    log: log.child({ kind }),
    hasOneService: kind === 'mail',
    store: (reason) =>
      reason === null ? clearHold(pool, kind) : storeHold(pool, { kind, reason }),
    onChange(isHeld) {
      metrics.channelsHeld.set({ kind }, isHeld ? 1 : 0);
      if (!isHeld) onFree(kind);
    },
  });
}
