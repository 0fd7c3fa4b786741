/** Name-based UUID (version 5, RFC 9562, section 5.5): the same parts always give the same id. */
import { createHash } from 'node:crypto';

/** Namespace of the ids of mails; a random UUID. */
const namespace = Buffer.from('7b0c3a5ee1d94f0c9a4e52f3c8d16b27', 'hex');

/** @param parts joined unambiguously, as JSON */
export function nameBasedUuid(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha1').update(namespace).update(JSON.stringify(parts)).digest();
  const bytes = hash.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
