/** Request parameter validation; unsupported options are rejected with Stripe's error. */
import * as z from 'zod';
import { invalidRequest } from './stripe-error.ts';

export const booleanParam = z.enum(['true', 'false']).transform((text) => text === 'true');
export const cents = z.coerce.number().int();
/** Epoch seconds. */
export const epochSeconds = z.coerce.number().int().positive();
export const expand = z.array(z.string().max(200)).max(20).optional();
/** An empty string clears a value. */
export const clearable = z.string().transform((text) => (text === '' ? null : text));
/** An empty value deletes the key, an empty string all keys. */
export const metadata = z.union([
  z.literal('').transform(() => null),
  z.record(z.string().max(40), z.string().max(500)),
]);
/** Options without effect here. */
export const ignored = z.unknown().optional();

/** @throws StripeError 400 */
export function parseParams<S extends z.ZodType>(schema: S, params: unknown): z.output<S> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = (issue?.path ?? []).map(String);
  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf([...path, issue.keys[0] ?? '']);
    throw invalidRequest(`Received unknown parameter: ${param}`, param, 'parameter_unknown');
  }
  const param = nameOf(path);
  if (issue?.code === 'invalid_type' && issue.input === undefined) {
    throw invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing');
  }
  throw invalidRequest(`Invalid ${param}: ${issue?.message}`, param, 'parameter_invalid');
}

const nameOf = ([head = '', ...rest]: readonly string[]): string =>
  head + rest.map((part) => `[${part}]`).join('');

/** @returns the metadata after the change; null clears it */
export function mergeMetadata(
  current: Record<string, string>,
  change: Record<string, string> | null | undefined,
): Record<string, string> {
  if (change === null) return {};
  const merged = { ...current, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}
