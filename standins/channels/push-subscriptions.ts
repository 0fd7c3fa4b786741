/** Browsers' push subscriptions (RFC 8291): draws their keys, and decrypts what is pushed to them. */
import {
  createDecipheriv,
  createECDH,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';

interface Subscription {
  readonly keys: ECDH;
  readonly auth: Buffer;
}

export class PushSubscriptions {
  readonly #byId = new Map<string, Subscription>();

  /** @returns its id, and the keys a page would pass on */
  subscribe(): { readonly id: string; readonly keys: { p256dh: string; auth: string } } {
    const id = randomUUID();
    const keys = createECDH('prime256v1');
    const p256dh = keys.generateKeys('base64url');
    const auth = randomBytes(16);
    this.#byId.set(id, { keys, auth });
    return { id, keys: { p256dh, auth: auth.toString('base64url') } };
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** @param body one record of `aes128gcm` (RFC 8188) @throws Error when these keys do not open it */
  decrypt(id: string, body: Buffer): string {
    const subscription = this.#byId.get(id);
    if (subscription === undefined) throw new Error('there is no such subscription');
    const { keys, auth } = subscription;
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const sealed = body.subarray(21 + sender.length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
    const derive = (secret: Buffer, from: Buffer, label: Buffer | string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, from, label, length));
    const secret = derive(keys.computeSecret(sender), auth, info, 32);
    const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 });
    decipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // The delimiter of the last record, and padding after it.
    return text.subarray(0, text.lastIndexOf(2)).toString('utf8');
  }
}
