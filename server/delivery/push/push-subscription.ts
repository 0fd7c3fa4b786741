/**
 * Which push subscriptions are sent to: those of browsers' own push services, so that a channel is no free POST to anywhere,
 * with a key that messages can be encrypted for (RFC 8291).
 */
import { ECDH } from 'node:crypto';
import type { PushSettings } from '#contract/channels.ts';
import { parseTarget } from '../../outgoing/guarded-post.ts';

export interface PushRules {
  /** On the operator's own machine any service, a double among them. */
  readonly allowLocal: boolean;
  /** Origins of further services that the operator trusts. */
  readonly pushServices: readonly string[];
}

/** Chrome and Edge on Android, Firefox, Safari; Edge on Windows has a host for each region. */
const services = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
];
const regions = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com'];
const authBytes = 16;

/** @returns null for an address that nothing is pushed to */
export function parsePushEndpoint(text: string, rules: PushRules): URL | null {
  const url = parseTarget(text, rules);
  if (url === null || rules.allowLocal) return url;
  const { hostname, origin } = url;
  const isKnown =
    services.includes(hostname) ||
    regions.some((region) => hostname.endsWith(region)) ||
    rules.pushServices.includes(origin);
  return isKnown ? url : null;
}

/** Whether `p256dh` is a point of the curve and `auth` has its 16 bytes. */
export function areKeysUsable({ p256dh, auth }: PushSettings['keys']): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1');
    return Buffer.from(auth, 'base64url').length === authBytes;
  } catch {
    return false;
  }
}
