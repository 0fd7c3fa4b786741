/** Database URLs of one host and of several, and what is refused. */
import { describe, expect, it } from 'vitest';
import { databaseUrlViolation, parseDatabaseUrl } from './database-url.ts';

describe('a database URL', () => {
  it('of one host stays as it is', () => {
    const url = 'postgres://vigia:a%40b@db.example:5433/vigia?sslmode=verify-full';
    expect(parseDatabaseUrl(url)).toEqual({ urls: [url], readWrite: false });
  });

  it('of several hosts becomes one per host, each with credentials, database and parameters', () => {
    expect(
      parseDatabaseUrl(
        'postgresql://vigia:clave@one:5432,[::1]:5433,three/vigia?target_session_attrs=read-write',
      ),
    ).toEqual({
      readWrite: true,
      urls: [
        'postgresql://vigia:clave@one:5432/vigia?target_session_attrs=read-write',
        'postgresql://vigia:clave@[::1]:5433/vigia?target_session_attrs=read-write',
        'postgresql://vigia:clave@three/vigia?target_session_attrs=read-write',
      ],
    });
  });

  it.each([
    ['postgres://one,two/vigia', true],
    ['postgres://one/vigia?target_session_attrs=primary', true],
    ['postgres://one/vigia?target_session_attrs=any', false],
    ['postgres:///vigia?host=/run/postgresql', false],
  ])('%s: only a host that accepts writes: %s', (url, readWrite) => {
    expect(parseDatabaseUrl(url).readWrite).toBe(readWrite);
  });

  it.each([
    ['mysql://one/vigia', 'debe tener la forma'],
    ['one:5432/vigia', 'debe tener la forma'],
    ['postgres://', 'debe tener la forma'],
    ['postgres://one:puerto/vigia', 'debe tener la forma'],
    ['postgres://one:5432,two:99999/vigia', 'debe tener la forma'],
    ['postgres://one,/vigia', 'todos van delante de la ruta'],
    ['postgres:///vigia?host=one,two', 'todos van delante de la ruta'],
    ['postgres://one,two/vigia?target_session_attrs=standby', 'solo puede ser read-write'],
    ['postgres://one,two/vigia?target_session_attrs=any', 'solo puede ser read-write'],
    ['postgres://one/vigia?target_session_attrs=', 'solo puede ser read-write'],
  ])('%s is refused: %s', (url, message) => {
    expect(databaseUrlViolation(url)).toContain(message);
  });
});
