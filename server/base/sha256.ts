/** Hashes of secrets: stored in their place, and compared so that it takes the same time for every text. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Of secrets drawn at random, for which a slow hash would protect nothing more. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(sha256(one), sha256(other));
