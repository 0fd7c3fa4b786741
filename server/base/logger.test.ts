/** What the log leaves out: query strings, personal data, tokens, control characters. */
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

function written(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('info', { write: (line) => lines.push(line) }));
  return lines.join('');
}
const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJh';

describe('the log', () => {
  it('logs a request with its path, without query, headers and IP address', () => {
    const text = written((log) =>
      log.info({
        req: {
          id: 'req-1',
          method: 'GET',
          url: `/api/alerts/actions?token=${token}`,
          headers: { authorization: `Bearer ${token}` },
          remoteAddress: '203.0.113.7',
        },
      }),
    );
    expect(JSON.parse(text).req).toEqual({
      id: 'req-1',
      method: 'GET',
      path: '/api/alerts/actions',
    });
    expect(text).not.toContain('203.0.113.7');
  });

  it('logs stack and cause of an error without row values and parameters', () => {
    const refused = Object.assign(new Error('duplicate key value'), {
      code: '23505',
      detail: 'Key (email)=(ana@correo.example) already exists.',
    });
    const failed = new Error(
      `Failed query: insert into users\nparams: ana@correo.example,Ana María,${token}`,
      { cause: refused },
    );
    const text = written((log) => log.error({ err: failed }, 'unforeseen failure'));
    expect(JSON.parse(text).err).toMatchObject({
      type: 'Error',
      message: 'Failed query: insert into users',
      at: expect.arrayContaining([expect.stringContaining('logger.test.ts')]),
      cause: { code: '23505', message: 'duplicate key value' },
    });
    for (const secret of ['ana@', 'Ana María', token]) expect(text).not.toContain(secret);
  });

  it('redacts addresses, tokens and keys in error messages', () => {
    const words = `<ana.perez@correo.example> with ${token} or vigia_${'A1'.repeat(20)}`;
    const error = new Error(`No account for ${words}`);
    for (const logged of [{ err: error }, error]) {
      const text = written((log) => log.warn(logged));
      expect(JSON.parse(text)).toMatchObject({
        msg: 'fault',
        err: { message: 'No account for <[address]> with [token] or [key]' },
      });
      expect(text).not.toContain('ana.perez');
    }
  });

  it('writes one line per entry, whatever characters it has', () => {
    const forged = 'x\n{"level":30,"msg":"ready"}\r\n\u001b[2J\u2028\0';
    const text = written((log) => {
      log.warn({ err: new Error(forged), who: forged }, forged);
      log.info({ req: { id: forged, method: forged, url: forged } });
    });
    const lines = text.trimEnd().split(/[\r\n]/);
    expect(lines.map((line) => JSON.parse(line).level)).toEqual([40, 30]);
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});
