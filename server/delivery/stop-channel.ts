/** Ends a channel whose address refused three times in a row, or whose subscription is over, and says so in one mail that names what it held. */

import type pg from 'pg';
import type { SentAlert } from '#contract/channels.ts';
import type { ChannelKind } from '#domain/channels.ts';
import { listed } from '#domain/intl-formats.ts';
import { deleteChannel, findChannel, stopChannel } from '../db/alerts/channels.ts';
import type { ClaimedMessage } from '../db/deliveries/claim-deliveries.ts';
import { listHeldAlerts } from '../db/deliveries/deliveries.ts';
import { findUser, lockUser } from '../db/users/users.ts';
import { enqueueAccountNotice } from '../mail/plain-mail.ts';
import { kinds } from './kinds.ts';

export interface RejectedChannel {
  readonly channelId: string;
  readonly uid: string;
  readonly kind: ChannelKind;
  /** What the other side said, as a sentence. */
  readonly reason: string;
}

/** A mail names so many alerts, and counts the others. */
const maxNamed = 5;

/**
 * In the transaction that records the refusal and has locked the owner. Once: a channel that is stopped is not stopped again.
 * @returns whether it was stopped now
 */
export async function stopRejectedChannel(
  client: pg.PoolClient,
  config: { readonly appOrigin: string },
  { channelId, uid, kind, reason }: RejectedChannel,
): Promise<boolean> {
  const held = await listHeldAlerts(client, channelId);
  if (!(await stopChannel(client, { id: channelId, uid }, reason))) return false;
  const user = await findUser(client, uid);
  const channel = await findChannel(client, uid, channelId);
  if (user === null || channel === null) return true;
  await enqueueAccountNotice(client, config, user, {
    title: `Un canal se ha detenido: ${channel.name}`,
    paragraphs: [
      `«${channel.name}» (${kinds[kind].name}) ha rechazado tres envíos seguidos, y ya no le enviamos alertas.`,
      reason,
      ...heldSentence(held),
      'Tus demás canales siguen igual. En Configuración puedes corregirlo, probarlo y activarlo otra vez.',
    ],
    foot: 'Recibes este correo porque añadiste ese canal.',
    section: 'canales',
  });
  return true;
}

/** @returns false when the browser has renewed the subscription meanwhile */
export async function endPushChannel(
  client: pg.PoolClient,
  config: { readonly appOrigin: string },
  { channelId, uid, settings }: Pick<ClaimedMessage, 'channelId' | 'uid' | 'settings'>,
): Promise<boolean> {
  const user = await lockUser(client, uid);
  const channel = await findChannel(client, uid, channelId);
  const held = await listHeldAlerts(client, channelId);
  if (!(await deleteChannel(client, { id: channelId, uid }, settings))) return false;
  if (user === null || channel === null) return true;
  await enqueueAccountNotice(client, config, user, {
    title: `Un canal ha terminado: ${channel.name}`,
    paragraphs: [
      `El navegador de «${channel.name}» ha dado de baja su suscripción, y hemos quitado ese canal.`,
      ...heldSentence(held),
      'Para recibir alertas ahí otra vez, añádelo desde ese navegador en Configuración.',
    ],
    foot: 'Recibes este correo porque añadiste ese canal.',
    section: 'canales',
  });
  return true;
}

function heldSentence(held: readonly SentAlert[]): string[] {
  if (held.length === 0) return [];
  const named = held.slice(0, maxNamed).map(nameOf);
  const more = held.length - named.length;
  const names = listed(more > 0 ? [...named, `${more} más`] : named);
  return [
    `No ha llegado a entregar: ${names}. Lo que no te haya llegado de otro modo sale en tu próxima comprobación por lo que tengas activo.`,
  ];
}

const nameOf = ({ matchName, category, collectibleName }: SentAlert): string =>
  `«${matchName}, ${collectibleName || category}»`;
