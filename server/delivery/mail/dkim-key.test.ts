/** The three DKIM variables in the configuration. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { requiredVariables } from '#tests/support/required-variables.ts';
import { loadConfig } from '../../config/config.ts';

const load = (dkim: Record<string, string>) =>
  loadConfig({ ...requiredVariables, ...dkim }, '1.0.0');
const named = { DKIM_DOMAIN: 'vigia.example', DKIM_SELECTOR: 'uno' };
const pemOf = (key: ReturnType<typeof generateKeyPairSync>['privateKey']) =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString();
const rsa = pemOf(generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey);

it('a key may be written on one line, as environments need', () => {
  const oneLine = rsa.replaceAll('\n', '\\n');
  expect(oneLine).not.toContain('\n');
  expect(load({ ...named, DKIM_PRIVATE_KEY: oneLine }).mail.dkim?.privateKey).toBe(rsa);
});

it.each([
  ['no key at all', 'secreto'],
  ['a key that is not RSA', pemOf(generateKeyPairSync('ed25519').privateKey)],
])('%s is rejected at start', (_, DKIM_PRIVATE_KEY) => {
  expect(() => load({ ...named, DKIM_PRIVATE_KEY })).toThrow(
    /DKIM_PRIVATE_KEY: debe ser una clave/,
  );
});
