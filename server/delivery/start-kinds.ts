/** Every kind of delivery with its transport, its hold, its rate and its lanes. */
import { channelKinds } from '#domain/channels.ts';
import { renewChannelSettings } from '../db/alerts/channels.ts';
import type {
  ClaimedDelivery,
  ClaimedMail,
  ClaimedMessage,
} from '../db/deliveries/claim-deliveries.ts';
import type { DeliveryKind } from '../db/deliveries/deliveries.ts';
import { clearHold, storeHold } from '../db/deliveries/kind-holds.ts';
import type { MessageConfig } from './channels-config.ts';
import { EvenRate } from './even-rate.ts';
import { KindHold } from './kind-hold.ts';
import { kinds as definitions } from './kinds.ts';
import type { KindState } from './lane.ts';
import { connectionsOf, type LaneSize, mailLane, messageLanes } from './lane-sizes.ts';
import { createMailTransport } from './mail/mail.ts';
import { defaultConnections } from './mail/mail-config.ts';
import { createMessageTransport } from './message-transport.ts';
import { sealSettings } from './secret-box.ts';
import type { Transport } from './transport.ts';
import type { DeliveryWorkerOptions } from './worker-options.ts';

interface StartedKind {
  readonly state: KindState;
  readonly sizes: readonly LaneSize[];
}

export interface StartedKinds {
  readonly kinds: readonly StartedKind[];
  close(): Promise<void>;
}

/** @param onFree what waited for a kind may leave */
export function startKinds(
  options: DeliveryWorkerOptions,
  onFree: (kind: DeliveryKind) => void,
): StartedKinds {
  const { mail, messages } = options.config;
  const holdOf = (kind: DeliveryKind) => createHold(options, kind, onFree);
  const size = mailLane(mail.connections ?? defaultConnections, options.timings?.silenceMs);
  const smtp = createMailTransport(mail, {
    maxConnections: connectionsOf(size),
    silenceMs: size.slotMs,
  });
  const kinds: StartedKind[] = [
    {
      state: {
        kind: 'mail',
        send: sendOnly(smtp, isMail),
        hold: holdOf('mail'),
        rate: new EvenRate(mail.perSecond ?? Number.POSITIVE_INFINITY),
        probe: null,
      },
      sizes: [size],
    },
  ];
  const requests =
    messages &&
    createMessageTransport({
      config: messages,
      log: options.log,
      move: (channelId, settings) => moveChannel(options, messages, channelId, settings),
      ...(options.post && { post: options.post }),
    });
  if (requests !== null)
    for (const kind of channelKinds)
      kinds.push({
        state: {
          kind,
          send: sendOnly(requests, isMessage),
          hold: holdOf(kind),
          rate: new EvenRate(definitions[kind].perSecond),
          probe: null,
        },
        sizes: messageLanes(kind, options.timings?.slotMs),
      });
  return {
    kinds,
    async close() {
      for (const { state } of kinds) state.hold.close();
      await smtp.close();
      await requests?.close();
    },
  };
}

const isMail = (delivery: ClaimedDelivery): delivery is ClaimedMail => delivery.kind === 'mail';
const isMessage = (delivery: ClaimedDelivery): delivery is ClaimedMessage => !isMail(delivery);

/** A lane claims deliveries of its kind alone. */
const sendOnly =
  <Delivery extends ClaimedDelivery>(
    transport: Transport<Delivery>,
    fits: (delivery: ClaimedDelivery) => delivery is Delivery,
  ): Transport['send'] =>
  (delivery) => {
    if (!fits(delivery)) throw new Error(`a transport does not send ${delivery.kind}`);
    return transport.send(delivery);
  };

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

const moveChannel = (
  { pool }: DeliveryWorkerOptions,
  { channels }: MessageConfig,
  channelId: string,
  settings: unknown,
) => renewChannelSettings(pool, channelId, sealSettings(settings, channelId, channels.secrets));
