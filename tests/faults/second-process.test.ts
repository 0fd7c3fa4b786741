/** Row 12 of the fault campaign: a second Vigía on the same data directory. */
import { expect, test } from 'vitest';
import { startVigia } from '#tests/support/local-app.ts';
import { signUp } from './support/api-user.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import { kill } from './support/crash-harness.ts';

test('row 12: a second process on the same data exits with a message, and the first continues unaffected', async () => {
  const attempts = byCampaignSize({ quick: 1, full: 5 });
  let first = await startVigia({ env: { MARKET_PAUSED: '1' } });
  try {
    const user = await signUp(first.origin, 'ana@correo.example');
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const second = startVigia({ dataDir: first.dataDir });
      await expect(second).rejects.toThrow(
        `Vigía ended with 1 before it was ready:\nOtra Vigía en marcha ya usa los datos de ${first.dataDir}.\n`,
      );
      expect(await user.saveFrequency(1_000 + attempt)).toBe(200);
    }
    const port = Number(new URL(first.origin).port);
    const { dataDir } = first;
    await kill(first);
    first = await startVigia({ dataDir, port, env: { MARKET_PAUSED: '1' } });
    expect(await user.fetchFrequency()).toBe(1_000 + attempts);
    report(
      `${attempts} second processes on the data of a running one, then kill -9 and a start`,
      `${attempts} rejected with one sentence and exit code 1; every acknowledged write is there`,
    );
  } finally {
    await first.stop();
  }
});
