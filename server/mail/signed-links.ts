/**
 * Signs and verifies single-purpose mail links (HMAC-SHA-256), which work without signing in. Key rotation: the first
 * secret signs, and links signed with the previous one stay valid until they expire.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

const purposes = ['confirm', 'snooze', 'pause', 'unsubscribe', 'stop-summary'] as const;

export interface LinkClaims {
  readonly purpose: (typeof purposes)[number];
  readonly uid: string;
  /** `confirm`: the fingerprint of the address; `snooze` and `pause`: the threshold's id; else empty. */
  readonly subject: string;
  /** Epoch milliseconds; stored in whole seconds. */
  readonly expiresAtMs: number;
}
export type LinkVerification =
  | { readonly ok: true; readonly content: LinkClaims }
  | { readonly ok: false; readonly code: 'invalid' | 'expired' };

/** The current secret, and the one before it while its links live. */
export type LinkSecrets = readonly [current: string, previous?: string];

/** [purpose, uid, subject, expiry in epoch seconds]; short, because plain-text mails show the whole link. */
const payloadSchema = z.tuple([z.enum(purposes), z.string(), z.string(), z.int()]);

const sign = (body: string, secret: string) =>
  createHmac('sha256', secret).update(`vigia-link.${body}`).digest();

export function signLink(link: LinkClaims, [current]: LinkSecrets): string {
  const { purpose, uid, subject, expiresAtMs } = link;
  const parts: z.infer<typeof payloadSchema> = [
    purpose,
    uid,
    subject,
    Math.floor(expiresAtMs / 1_000),
  ];
  const body = Buffer.from(JSON.stringify(parts)).toString('base64url');
  return `${body}.${sign(body, current).toString('base64url')}`;
}

export function verifyLink(token: string, secrets: LinkSecrets, now: Date): LinkVerification {
  const [body, signature, ...rest] = token.split('.');
  if (body === undefined || signature === undefined || rest.length > 0)
    return { ok: false, code: 'invalid' };
  const actual = Buffer.from(signature, 'base64url');
  if (!secrets.some((secret) => secret !== undefined && isSame(actual, sign(body, secret))))
    return { ok: false, code: 'invalid' };
  // Signed by us, so it parses; a link of an older release may have another shape.
  const parsed = payloadSchema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  if (!parsed.success) return { ok: false, code: 'invalid' };
  const [purpose, uid, subject, expiresAtSeconds] = parsed.data;
  const expiresAtMs = expiresAtSeconds * 1_000;
  return expiresAtMs <= now.getTime()
    ? { ok: false, code: 'expired' }
    : { ok: true, content: { purpose, uid, subject, expiresAtMs } };
}

const isSame = (actual: Buffer, expected: Buffer) =>
  actual.length === expected.length && timingSafeEqual(actual, expected);

/** Ties a link to an e-mail address without containing it, because links end up in browser histories and logs. */
export const addressFingerprint = (address: string): string =>
  createHash('sha256').update(address).digest('base64url').slice(0, 22);
