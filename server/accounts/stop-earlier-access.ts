/**
 * Whoever made an account with somebody else's address, or had it before the address changed, keeps nothing in it
 * (docs/decisions/075-keys-and-channels-belong-to-an-address.md): its channels are paused and its keys deleted, and its owner is told.
 */
import type pg from 'pg';
import { listChannels, pauseChannelsForAddress } from '../db/alerts/channels.ts';
import { endApiKeys, listApiKeys, notifyKeyRevoked } from '../db/users/api-keys.ts';
import type { User } from '../db/users/users.ts';
import { enqueueAccountNotice } from '../mail/plain-mail.ts';

export interface StoppedAccess {
  readonly channels: number;
  readonly keys: number;
}

/** @param user locked by the caller, as before the address was confirmed or changed */
async function stopEarlierAccess(
  client: pg.PoolClient,
  { uid }: Pick<User, 'uid'>,
): Promise<StoppedAccess> {
  const channels = await listChannels(client, uid);
  if (channels.length > 0) await pauseChannelsForAddress(client, uid);
  const keys = await listApiKeys(client, uid);
  if (keys.length > 0) await endApiKeys(client, uid);
  for (const { id } of keys) notifyKeyRevoked(client, id);
  return { channels: channels.length, keys: keys.length };
}

/** One sentence; null when there was nothing to stop. */
export function describeStopped({ channels, keys }: StoppedAccess): string | null {
  const parts = [
    ...(channels > 0 ? ['hemos puesto en pausa los canales'] : []),
    ...(keys > 0 ? ['hemos borrado las claves'] : []),
  ];
  return parts.length === 0
    ? null
    : `Por seguridad ${parts.join(' y ')} que se añadieron antes. En Configuración puedes ver los tuyos y activarlos otra vez.`;
}

const passwordRemoved =
  'La contraseña que tenía la cuenta ya no vale, porque nadie había confirmado esta dirección: entra con Google, o pon una nueva con «¿Olvidaste tu contraseña?».';

/**
 * The address was confirmed for the first time: tells it what was there before.
 * @param byGoogle by its sign-in, at which the identity service removes the password of an address that was not confirmed
 */
export async function stopAccessBeforeConfirmation(
  client: pg.PoolClient,
  config: { readonly appOrigin: string },
  confirmed: User,
  { byGoogle = false } = {},
): Promise<StoppedAccess> {
  const stopped = await stopEarlierAccess(client, confirmed);
  const sentence = describeStopped(stopped);
  if (sentence !== null || byGoogle)
    await enqueueAccountNotice(client, config, confirmed, {
      title:
        sentence === null ? 'Tu cuenta ya no tiene contraseña' : 'Revisa tus canales y tus claves',
      paragraphs: [
        'Tu correo acaba de confirmarse en Vigía.',
        ...(byGoogle ? [passwordRemoved] : []),
        ...(sentence === null ? [] : [sentence]),
      ],
      foot: 'Recibes este correo porque tu dirección se ha confirmado en una cuenta de Vigía.',
      section: sentence === null ? 'cuenta' : 'canales',
    });
  return stopped;
}

/** The address changed: tells the one before, if it was confirmed. */
export async function stopAccessOfEarlierAddress(
  client: pg.PoolClient,
  config: { readonly appOrigin: string },
  before: User,
): Promise<void> {
  const sentence = describeStopped(await stopEarlierAccess(client, before));
  await enqueueAccountNotice(client, config, before, {
    title: 'El correo de tu cuenta ha cambiado',
    paragraphs: [
      'Tu cuenta de Vigía usa ahora otra dirección: a esta ya no te escribiremos.',
      ...(sentence === null ? [] : [sentence]),
      'Si no lo has cambiado tú, cambia tu contraseña y escríbenos.',
    ],
    foot: 'Recibes este correo porque era la dirección de tu cuenta.',
    section: 'cuenta',
  });
}
