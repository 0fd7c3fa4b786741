/** Which push services are sent to, and which keys can be encrypted for. */
import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { areKeysUsable, parsePushEndpoint } from './push-subscription.ts';

const rules = { allowLocal: false, pushServices: ['https://push.club.example'] };

it.each([
  ['https://fcm.googleapis.com/fcm/send/uno', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/uno', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=uno', true],
  ['https://web.push.apple.com/uno', true],
  ['https://push.club.example/uno', true],
  ['https://robot.example/uno', false],
  ['https://fcm.googleapis.com.robot.example/uno', false],
  ['https://fcm.googleapis.com:8443/uno', false],
])('%s is sent to: %s', (endpoint, isSentTo) => {
  expect(parsePushEndpoint(endpoint, rules) !== null).toBe(isSentTo);
});

it('takes a point of the curve and sixteen bytes, and nothing else of the same length', () => {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const auth = Buffer.alloc(16, 7).toString('base64url');
  expect(areKeysUsable({ p256dh, auth })).toBe(true);
  expect(areKeysUsable({ p256dh: 'B'.repeat(87), auth })).toBe(false);
  expect(areKeysUsable({ p256dh, auth: Buffer.alloc(15).toString('base64url') })).toBe(false);
});
