/** Password hashing (scrypt, one salt per hash, off the main thread), verification and minimum length. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { minPasswordLength } from '#domain/profile.ts';
import { GoogleError } from './google-error.ts';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const cost: ScryptOptions = { N: 16_384, r: 8, p: 1 };
const hashBytes = 32;

/** @returns `salt:hash`, both base64url */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, hashBytes, cost);
  return `${salt.toString('base64url')}:${hash.toString('base64url')}`;
}

export async function verifyPassword(password: string, storedHash: string): Promise<boolean> {
  const [salt = '', hash = ''] = storedHash.split(':');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), hashBytes, cost);
  const expected = Buffer.from(hash, 'base64url');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/** @returns the password. @throws GoogleError when it is missing or too short */
export function assertStrongPassword(password: string | undefined): string {
  if (!password) throw new GoogleError('MISSING_PASSWORD');
  if (password.length < minPasswordLength) {
    throw new GoogleError(
      `WEAK_PASSWORD : Password should be at least ${minPasswordLength} characters`,
    );
  }
  return password;
}
