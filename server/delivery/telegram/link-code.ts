/** The one-time code in the deep link that links a Telegram chat: stored hashed, found by its hash. */
import { createHash } from 'node:crypto';

/** It has 192 random bits, so that a slow hash would protect nothing more. */
export const hashLinkCode = (code: string): Buffer => createHash('sha256').update(code).digest();
