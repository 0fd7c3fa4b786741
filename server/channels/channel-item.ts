/** Channels as the API answers them: never with their settings. */
import { type ChannelItem, mailChannelId } from '#contract/channels.ts';
import { plans } from '#domain/plans.ts';
import type { Channel } from '../db/alerts/channels.ts';
import type { User } from '../db/users/users.ts';
import { smallestPlanWith } from '../plans/plan-limits.ts';

export function toChannelItem(channel: Channel): ChannelItem {
  return {
    id: channel.id,
    kind: channel.kind,
    name: channel.name,
    state: channel.state,
    reason: reasonOf(channel),
    ...failureOf(channel),
    ...(channel.testedAt !== null && { testedAt: channel.testedAt.toISOString() }),
    ...(channel.ignoresQuietHours && { ignoresQuietHours: true }),
    lastDelivery: channel.lastDeliveryAt?.toISOString() ?? null,
    createdAt: channel.createdAt.toISOString(),
  };
}

function failureOf({ failedTest, failures }: Channel): Pick<ChannelItem, 'failure'> {
  if (failedTest !== null) return { failure: `La prueba no llegó. ${failedTest}` };
  return failures > 0 ? { failure: 'Lo último no ha llegado. Lo seguimos intentando.' } : {};
}

function reasonOf({ kind, state, pauseReason, stopReason }: Channel): string | null {
  if (state === 'stopped') return stopReason;
  if (pauseReason === 'plan')
    return `Tu plan ya no lo incluye; vuelve con el plan ${plans[smallestPlanWith(kind)].label}.`;
  if (pauseReason === 'address')
    return 'Se añadió antes de confirmar o cambiar tu correo. Actívalo si es tuyo.';
  // It was shown once, and is over in a quarter of an hour.
  return pauseReason === 'link'
    ? 'Falta abrir su enlace en Telegram. Si ya no vale, quita el canal y añádelo otra vez.'
    : null;
}

export function toMailItem(user: User, lastMailAt: Date | null): ChannelItem {
  return {
    id: mailChannelId,
    kind: mailChannelId,
    name: 'Correo',
    state: user.notifications.mail === 'on' ? 'active' : 'paused',
    reason: user.emailConfirmedAt === null ? 'Falta confirmar tu correo.' : null,
    lastDelivery: lastMailAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
  };
}
