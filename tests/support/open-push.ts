/** Decrypts a push message as its browser does: one record of aes128gcm (RFC 8188, 8291). */
import { createDecipheriv, type createECDH, hkdfSync } from 'node:crypto';

export function openPush(
  body: Buffer,
  browser: ReturnType<typeof createECDH>,
  auth: Buffer,
): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const ciphertext = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const shared = browser.computeSecret(sender);
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(ciphertext.subarray(-16));
  const text = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8');
}
