/** Secret scan: no credentials in the repository or the browser bundle, no server-only names in the bundle. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Patterns of real credentials. */
const credentials: Readonly<Record<string, RegExp>> = {
  'a private key':
    /-----BEGIN (?:RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----\\?n?[\w+/=\\\s]{40,}/,
  'a live card provider key': /\b[sr]k_live_\w{8,}/,
  'a card provider key of some length': /\b[sr]k_test_\w{20,}|\bwhsec_\w{24,}/,
  'a Google key': /\bAIza[\w-]{30,}/,
  'a Google OAuth secret': /\bGOCSPX-[\w-]{20,}/,
  'a service account': /"private_key_id"\s*:/,
  'an AWS key': /\bAKIA[0-9A-Z]{16}\b/,
  'a code host token': /\bgh[pousr]_\w{30,}|\bgithub_pat_\w{30,}|\bglpat-[\w-]{18,}/,
  'an npm token': /\bnpm_\w{36}|_authToken\s*=/,
  'a chat token': /\bxox[abprs]-[\w-]{10,}/,
  'a signed token': /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/,
  'a password in an address':
    /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s/:@'"`$<{]+:[^\s/:@'"`$<{]{6,}@(?!localhost|127\.|[\w.-]*example)/,
};
/** Names that only the server uses. */
const serverWords =
  /DATABASE_URL|LINK_SECRET|CHANNELS_KEY|VAPID_PRIVATE_KEY|TELEGRAM_BOT_TOKEN|STRIPE_SECRET_KEY|DKIM_PRIVATE_KEY|IDENTITY_ADMIN_TOKEN|FIRESTORE_ADMIN_TOKEN|\/__local\/|threshold_commands/;

function listTrackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  return listed.split('\0').filter((path) => path !== '' && !/\.(png|ico|woff2|br|gz)$/.test(path));
}
const credentialsIn = (text: string) =>
  Object.entries(credentials).flatMap(([what, shape]) => (shape.test(text) ? [what] : []));

describe('secrets', () => {
  it('are recognised', () => {
    const planted = [
      `-----BEGIN PRIVATE KEY-----\n${'MIIEvQ'.repeat(10)}`,
      `sk_${'live'}_${'a'.repeat(12)}`,
      `AIza${'b'.repeat(35)}`,
      `AKIA${'C'.repeat(16)}`,
      `ghp_${'d'.repeat(36)}`,
      `eyJ${'e'.repeat(24)}.eyJ${'f'.repeat(24)}.${'g'.repeat(24)}`,
      `postgres://vigia:${'h'.repeat(12)}@db.internal/vigia`,
    ];
    for (const text of planted) expect([text, credentialsIn(text).length]).toEqual([text, 1]);
  });

  it('are not in any file of the repository', async () => {
    const paths = listTrackedFiles();
    expect(paths.length).toBeGreaterThan(500);
    const leaks: string[] = [];
    for (const path of paths) {
      // Tracked but deleted, and not committed yet.
      const text = await readFile(join(root, path), 'utf8').catch(() => '');
      leaks.push(...credentialsIn(text).map((what) => `${path}: ${what}`));
    }
    expect(leaks).toEqual([]);
  });

  it('and server-only names are not in the browser bundle', async () => {
    const built = await build({ root, logLevel: 'silent', build: { write: false } });
    const outputs = (Array.isArray(built) ? built : [built]).flatMap((part) =>
      'output' in part ? part.output : [],
    );
    expect(outputs.length).toBeGreaterThan(10);
    const leaks = outputs.flatMap((file) => {
      const text = file.type === 'chunk' ? file.code : String(file.source);
      const words = serverWords.exec(text)?.[0];
      return [...credentialsIn(text), ...(words ? [words] : [])].map(
        (what) => `${file.fileName}: ${what}`,
      );
    });
    expect(leaks).toEqual([]);
  });
});
