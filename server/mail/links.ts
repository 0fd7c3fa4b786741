/** Signed links that do one thing each: what a mail lets its reader do without signing in. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

const purposes = ['confirm', 'snooze', 'pause', 'unsubscribe'] as const;
const content = z.strictObject({
  purpose: z.enum(purposes),
  uid: z.string(),
  /** The address for `confirm`, the threshold's key for `snooze` and `pause`, empty otherwise. */
  subject: z.string(),
  expiresAt: z.number(),
});
export type LinkContent = z.infer<typeof content>;
export type LinkReading =
  | { readonly ok: true; readonly content: LinkContent }
  | { readonly ok: false; readonly code: 'invalid' | 'expired' };

const sign = (body: string, secret: string) =>
  createHmac('sha256', secret).update(`vigia-link.${body}`).digest();

export function signLink(link: LinkContent, secret: string): string {
  const body = Buffer.from(JSON.stringify(link)).toString('base64url');
  return `${body}.${sign(body, secret).toString('base64url')}`;
}

export function readLink(token: string, secret: string, now: Date): LinkReading {
  const [body, signature, ...rest] = token.split('.');
  if (body === undefined || signature === undefined || rest.length > 0)
    return { ok: false, code: 'invalid' };
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(body, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { ok: false, code: 'invalid' };
  const parsed = content.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  if (!parsed.success) return { ok: false, code: 'invalid' };
  return parsed.data.expiresAt <= now.getTime()
    ? { ok: false, code: 'expired' }
    : { ok: true, content: parsed.data };
}
