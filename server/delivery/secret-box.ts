/**
 * Encrypts the settings of channels at rest (AES-256-GCM). Key rotation: the first key encrypts, and what the previous one
 * encrypted can still be read. The channel's id is authenticated with it, so that no row's secrets work in another's.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The operator's current secret, and the one before it. */
export type ChannelSecrets = readonly [current: string, previous?: string];

const ivBytes = 12;
const tagBytes = 16;

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'vigia-channels', 32));

/** @returns nonce, tag and ciphertext */
export function sealSettings(
  settings: unknown,
  channelId: string,
  [current]: ChannelSecrets,
): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(current), iv).setAAD(Buffer.from(channelId));
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(settings)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** Neither secret opens it: it belongs to another row, was changed, or a secret was replaced twice. */
export class SettingsUnreadableError extends Error {}

/** @throws SettingsUnreadableError */
export function openSettings(sealed: Buffer, channelId: string, secrets: ChannelSecrets): unknown {
  for (const secret of secrets) {
    if (secret === undefined) continue;
    const text = decrypt(sealed, channelId, secret);
    if (text !== null) return JSON.parse(text, withoutFormerNames);
  }
  throw new SettingsUnreadableError('the settings of a channel cannot be decrypted');
}

/** Sealed settings cannot be renamed by a migration. */
const formerNames: Readonly<Record<string, string>> = {
  servidor: 'server',
  tema: 'topic',
  secreto: 'secret',
};
const withoutFormerNames = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, part]) => [formerNames[name] ?? name, part]),
      )
    : value;

function decrypt(sealed: Buffer, channelId: string, secret: string): string | null {
  const iv = sealed.subarray(0, ivBytes);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(channelId))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return (
      decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8') +
      decipher.final('utf8')
    );
  } catch {
    return null;
  }
}
