/** Password hashing (scrypt, one salt per hash, off the main thread), verification and minimum length. */
import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { minPasswordLength } from '#domain/profile.ts';
import { GoogleError } from './google-error.ts';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const cost: ScryptOptions = { N: 16_384, r: 8, p: 1 };

/** @returns `salt:hash`, both base64url. @throws GoogleError when it is too short */
export async function hashPassword(password = ''): Promise<string> {
  if (password.length < minPasswordLength)
    throw new GoogleError(`WEAK_PASSWORD : at least ${minPasswordLength} characters`);
  const salt = randomBytes(16);
  const hash = await derive(password, salt, 32, cost);
  return `${salt.toString('base64url')}:${hash.toString('base64url')}`;
}

export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [salt = '', hash] = stored?.split(':') ?? [];
  const derived = await derive(password, Buffer.from(salt, 'base64url'), 32, cost);
  return derived.toString('base64url') === hash;
}
