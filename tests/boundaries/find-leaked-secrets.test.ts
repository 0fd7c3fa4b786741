/** Tests `findLeakedSecrets`, which every test that starts a Vigía runs on its log. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadSigningKeys } from '#standins/identity/signing-keys.ts';
import { findLeakedSecrets } from '#tests/support/find-leaked-secrets.ts';

it('finds each secret, and nothing in an ordinary log line', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigia-secrets-'));
  try {
    await writeFile(join(dataDir, 'postgres-password'), 'b4d9e1\n');
    await writeFile(join(dataDir, 'link-secret'), 'f00ba4\n');
    const { refreshSecret } = await loadSigningKeys(dataDir);
    const log = `{"msg":"postgres://vigia:b4d9e1@127.0.0.1 f00ba4 ${refreshSecret.toString('base64')}"}`;
    expect(await findLeakedSecrets(log, dataDir)).toEqual([
      'the password of the database',
      'the secret of mail links',
      'the secret of refresh tokens',
    ]);
    expect(await findLeakedSecrets('{"msg":"Vigía lista"}', dataDir)).toEqual([]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
