/**
 * How much leaves at once. Each kind has a lane for receivers that accept and one for the others, so that those cost these nothing. A slot
 * bounds what is begun at once, and is held for as long as a receiver that answers takes: one that falls silent leaves it, and costs
 * us nothing but a socket.
 */
import type { ChannelKind } from '#domain/channels.ts';
import type { Lane } from '../db/deliveries/claim-deliveries.ts';

export interface LaneSize extends Lane {
  readonly slots: number;
  /** In the slots, or claimed for them. */
  readonly maxClaimed: number;
  /** How long an unanswered delivery holds its slot. */
  readonly slotMs: number;
  /** Unanswered ones beside the slots; beyond, they keep theirs. */
  readonly maxWaiting: number;
  /** How long a probe is waited for before the next. */
  readonly probeMs: number;
}

/** A relay that is silent for longer about one mail is given up, or at its later attempts keeps the others waiting no more. */
const relaySilenceMs = 10_000;
const maxSilentMails = 20;
/** A request that waits longer: the receiver's own work no longer fills the processor it may share with us. */
const requestSlotMs = 20;
const requestSlots = 16;
/** The time limit of a request (docs/channels.md). */
const exchangeMs = 10_000;
/** More than can begin within it. */
const maxWaitingRequests = 2_000;

/** @param connections to the relay: the most mails a crash can repeat */
export const mailLane = (connections: number, slotMs = relaySilenceMs): LaneSize => ({
  kind: 'mail',
  accepting: true,
  slots: connections,
  maxClaimed: 4 * connections,
  slotMs,
  maxWaiting: maxSilentMails,
  probeMs: slotMs,
});

/** A probe needs one more. */
export const connectionsOf = ({ slots, maxWaiting }: LaneSize) => slots + maxWaiting + 1;

export const messageLanes = (kind: ChannelKind, slotMs = requestSlotMs): LaneSize[] =>
  [true, false].map((accepting) => ({
    kind,
    accepting,
    // The others one at a time: many that are due together take nobody’s processor (docs/decisions/093-one-slot-for-those-that-fail.md).
    slots: accepting ? requestSlots : 1,
    maxClaimed: accepting ? 4 * requestSlots : requestSlots,
    slotMs,
    maxWaiting: maxWaitingRequests,
    probeMs: exchangeMs,
  }));
