/** Channels as the API answers them: never with their settings. */
import { type ChannelItem, mailChannelId } from '#contract/channels.ts';
import { plans } from '#domain/plans.ts';
import type { Channel } from '../../db/alerts/channels.ts';
import type { User } from '../../db/users/users.ts';
import { smallestPlanWith } from './channel-plans.ts';

export function toChannelItem(channel: Channel): ChannelItem {
  return {
    id: channel.id,
    tipo: channel.kind,
    nombre: channel.name,
    estado: channel.state,
    motivo: reasonOf(channel),
    ...failureOf(channel),
    ultimaEntrega: channel.lastDeliveryAt?.toISOString() ?? null,
    creadoEn: channel.createdAt.toISOString(),
  };
}

function failureOf({ failedTest, failures }: Channel): Pick<ChannelItem, 'fallo'> {
  if (failedTest !== null) return { fallo: `La prueba no llegó. ${failedTest}` };
  return failures > 0 ? { fallo: 'Lo último no ha llegado. Lo seguimos intentando.' } : {};
}

function reasonOf({ kind, state, pauseReason, stopReason }: Channel): string | null {
  if (state === 'detenido') return stopReason;
  if (pauseReason === 'plan')
    return `Tu plan ya no lo incluye; vuelve con el plan ${plans[smallestPlanWith(kind)].label}.`;
  if (pauseReason === 'correo')
    return 'Se añadió antes de confirmar o cambiar tu correo. Actívalo si es tuyo.';
  // It was shown once, and is over in a quarter of an hour.
  return pauseReason === 'enlace'
    ? 'Falta abrir su enlace en Telegram. Si ya no vale, quita el canal y añádelo otra vez.'
    : null;
}

export function toMailItem(user: User, lastMailAt: Date | null): ChannelItem {
  return {
    id: mailChannelId,
    tipo: mailChannelId,
    nombre: 'Correo',
    estado: user.notifications.correo === 'activo' ? 'activo' : 'pausado',
    motivo: user.emailConfirmedAt === null ? 'Falta confirmar tu correo.' : null,
    ultimaEntrega: lastMailAt?.toISOString() ?? null,
    creadoEn: user.createdAt.toISOString(),
  };
}
