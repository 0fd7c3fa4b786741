/** Each value that a variable must not have is one sentence of the list, in Spanish, that names the variable. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requiredVariables } from '#tests/support/required-variables.ts';
import { ConfigError, loadConfig } from './config.ts';
import { type VariableName, variables } from './variables.ts';

const production = { ...requiredVariables, NODE_ENV: 'production' };
const faultsOf = (env: Readonly<Record<string, string | undefined>>): readonly string[] => {
  try {
    loadConfig({ ...production, ...env }, '1');
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
};

/** Values without spaces, separated by them. */
const textsOf = (list: string) => list.trim().split(/\s+/);
const spaces = ' '.repeat(32);
const integers = ['x', '-1', '1.5', '1e3', '0x10', ' 5', '9'.repeat(21), 'NaN', 'Infinity'];
const flags = ['2', 'true', 'no', ' 1'];
const words = ['a b', 'a\nb', '\t'];
const origins = textsOf(`
  vigia.example https:// https://vigia.example/ruta https://vigia.example?a=1
  https://ana:clave@vigia.example ftp://vigia.example http://vigia.example
  https://vigia.example:99999
`);

const databaseUrls = textsOf(`
  vigia mysql://localhost/vigia postgres:/ postgres:// 127.0.0.1:5432
  postgres://one:5432,two:99999/vigia
  postgres://one,two/vigia?target_session_attrs=standby
`);

const channelsKey = 'una-clave-de-canales-que-solo-sirve-aqui';

/** For each variable what it must not be, the other variables being right. */
const rejected: Readonly<Record<VariableName, readonly string[]>> = {
  NODE_ENV: ['prod', 'Production', 'staging'],
  ROLE: ['todo', 'API', 'api worker'],
  HOST: ['999.1.1.1', 'a b', 'http://localhost', ':::', '0.0.0.0:80'],
  PORT: [...integers, '0', '65536'],
  LOG_LEVEL: ['verbose', 'INFO', '30'],
  DIST_DIR: ['/no-existe', 'docs', 'package.json', 'dist\n'],
  METRICS_TOKEN: ['a', 'a'.repeat(40), spaces],
  MAX_LIVE_STREAMS: [...integers, '0', '1000001'],
  SHUTDOWN_DELAY_SECONDS: [...integers, '301'],
  APP_ORIGIN: [...origins, 'http://localhost:1'],
  LANDING_URL: ['vigia.example', 'https://', 'http://vigia.example', 'javascript:alert(1)'],
  SUPPORT_EMAIL: ['ayuda', 'ayuda@', 'a b@vigia.example', 'Ayuda <ayuda@vigia.example>'],
  DATABASE_URL: [...databaseUrls],
  DATABASE_SESSION_URL: [...databaseUrls],
  DATABASE_POOL_SIZE: [...integers, '1', '1001'],
  EVENTS_URL: textsOf(`
    nats http://nats.example nats:// nats://a, nats://a:x nats://b@a nats://a/x
  `),
  FIREBASE_PROJECT_ID: words,
  FIREBASE_API_KEY: words,
  FIREBASE_APP_ID: words,
  FIREBASE_AUTH_DOMAIN: ['https://x.example', 'a b', 'x.example/ruta', 'x.example:99999'],
  IDENTITY_ORIGIN: origins,
  IDENTITY_JWKS_URL: ['claves', 'http://vigia.example/claves', 'file:///claves', 'https://'],
  IDENTITY_SCRIPT_URL: ['a.js', '//otro.example/a.js', 'http://otro.example/a.js', '/a b.js'],
  IDENTITY_ADMIN_TOKEN: words,
  FIRESTORE_HOST: ['https://x.example', 'a b', 'x.example/ruta', 'x.example:99999'],
  FIRESTORE_SSL: flags,
  FIRESTORE_ADMIN_TOKEN: words,
  SMTP_URL: textsOf(`
    smtp:// smtp:localhost http://correo.example correo.example:25
    smtp://correo.example?ignoreTLS=true smtp://correo.example:99999
    smtp://correo.example/ruta
  `),
  SMTP_REQUIRE_TLS: flags,
  SMTP_EHLO_NAME: ['vigia', 'a b', '[1.2.3]', 'mail.vigia.example:25', '10.0.0.1'],
  MAIL_FROM: [
    'not an address',
    'vigia.example',
    'a@b.example, c@d.example',
    'Vigía <avisos>',
    'Vigía\nBcc: x@y.example <avisos@vigia.example>',
  ],
  MAIL_PER_SECOND: [...integers, '0', '100001'],
  MAIL_CONNECTIONS: [...integers, '0', '201'],
  DKIM_DOMAIN: ['a b', 'https://vigia.example'],
  DKIM_SELECTOR: ['a b', 'uno;dos'],
  DKIM_PRIVATE_KEY: ['clave', '-----BEGIN PRIVATE KEY-----'],
  LINK_SECRET: ['corta', spaces, 'a'.repeat(64), 'ab'.repeat(32)],
  LINK_SECRET_PREVIOUS: ['corta', spaces, 'a'.repeat(64), requiredVariables.LINK_SECRET],
  CHANNELS_KEY: ['corta', spaces, 'a'.repeat(64), 'ab'.repeat(32)],
  CHANNELS_KEY_PREVIOUS: ['corta', spaces, 'a'.repeat(64), channelsKey],
  VAPID_PUBLIC_KEY: ['clave', 'a b', 'B'.repeat(86)],
  VAPID_PRIVATE_KEY: ['clave', 'a b', 'b'.repeat(44)],
  TELEGRAM_BOT_TOKEN: ['clave', 'abc:defghijklmn', '123456:a b'],
  TELEGRAM_BOT_NAME: ['@vigia_bot', 'a b', 'bot'],
  TELEGRAM_WEBHOOK_SECRET: ['corta', spaces, 'ñ'.repeat(40)],
  TELEGRAM_API_ORIGIN: origins,
  TELEGRAM_LINK_ORIGIN: ['t.me', 'ftp://t.me', 'https://u:p@t.me'],
  NODE_EXTRA_CA_CERTS: ['/no-existe.pem', 'package.json', 'docs'],
  STRIPE_SECRET_KEY: ['pk_test_1', 'sk_', 'clave'],
  STRIPE_WEBHOOK_SECRET: ['whsec_', 'clave'],
  STRIPE_TEST_MODE: flags,
  STRIPE_API_ORIGIN: origins,
  EMAILJS_ORIGIN: origins,
  EMAILJS_PUBLIC_KEY: words,
  EMAILJS_SERVICE_ID: words,
  EMAILJS_TEMPLATE_ID: words,
  MARKET: ['real', 'Demo', 'replay,demo'],
  MARKET_CURRENCY: ['usd', 'US', 'EURO', '€'],
  MARKET_SPEED: ['0', '-1', 'rápido', '1e999', 'Infinity', 'NaN', 'MAX'],
  MARKET_PAUSED: flags,
  MARKET_SEED: [' a', 'a\nb'],
  MARKET_PAGE_URL: textsOf(`
    mercado https://mercado.example/articulo https://{id}.mercado.example/
    https://u:p@mercado.example/{id} ftp://mercado.example/{id}
  `),
  MARKET_PAGE_HOSTS: ['mercado.example/ruta', 'ftp://mercado.example', 'a b'],
  PUSH_SERVICES: ['mercado.example/ruta', 'ftp://mercado.example', 'a b'],
  REPLAY_PRICES_FILE: ['/no-existe.csv', 'docs', 'package.json'],
  REPLAY_COLLECTIBLES_FILE: ['/no-existe.csv', 'docs', 'package.json'],
  MARKET_FILE: ['/no-existe.yaml', 'docs', 'README.md'],
  MARKET_ALLOWED_HOSTS: ['mercado.example/ruta', 'ftp://mercado.example', 'a b'],
  MARKET_ALLOWED_ADDRESSES: ['cualquiera', '10.0.0.0/99', '1.2.3'],
  MARKET_PUSH_INTERVAL_SECONDS: [...integers, '9', '604801'],
};

/** Where a variable counts only together with others. */
const together = (variable: VariableName): Record<string, string> => {
  if (variable.startsWith('REPLAY_'))
    return {
      MARKET: 'replay',
      REPLAY_PRICES_FILE: join(folder, 'prices.csv'),
      REPLAY_COLLECTIBLES_FILE: join(folder, 'collectibles.csv'),
    };
  if (variable.startsWith('VAPID_'))
    return {
      CHANNELS_KEY: channelsKey,
      VAPID_PUBLIC_KEY: 'B'.repeat(87),
      VAPID_PRIVATE_KEY: 'b'.repeat(43),
    };
  if (variable.startsWith('TELEGRAM_'))
    return {
      CHANNELS_KEY: channelsKey,
      TELEGRAM_BOT_TOKEN: '123456:solo-de-pruebas',
      TELEGRAM_BOT_NAME: 'vigia_bot',
      TELEGRAM_WEBHOOK_SECRET: 'secreto-del-webhook-solo-de-pruebas',
    };
  if (variable.startsWith('CHANNELS_')) return { CHANNELS_KEY: channelsKey };
  if (!variable.startsWith('MARKET_')) return {};
  return {
    MARKET: 'http',
    MARKET_FILE: 'docs/examples/markets/csv-feed.yaml',
  };
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigia-config-'));
  await writeFile(join(folder, 'prices.csv'), 'observed_at,collectible,floor_cents\n');
  await writeFile(
    join(folder, 'collectibles.csv'),
    '\uFEFFcollectible,match_number,city,category,rarity\nc1,1,Madrid,1,\n',
  );
  await writeFile(join(folder, 'empty.csv'), 'collectible,match_number,city,category,rarity\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const names = Object.keys(variables) as VariableName[];
/** Words of zod's and Node's own messages. */
const english = /invalid|expected|must|too (small|big)|no such|ENOENT|required/i;

describe('the configuration', () => {
  it('is accepted with the required variables alone, and an empty one counts as absent', () => {
    expect(faultsOf({})).toEqual([]);
    const optionalNames = names.filter((name) => !(name in requiredVariables));
    const empty = Object.fromEntries(optionalNames.map((name) => [name, '']));
    expect(faultsOf({ ...empty, NODE_ENV: 'production' })).toEqual([]);
  });

  it('accepts a script of our own origin and of another', () => {
    const addresses = ['/google.js', 'https://apis.vigia.example/js/api.js?onload=x'];
    expect(addresses.flatMap((IDENTITY_SCRIPT_URL) => faultsOf({ IDENTITY_SCRIPT_URL }))).toEqual(
      [],
    );
  });

  it.each(names)('rejects each wrong %s with one sentence that names it', (name) => {
    expect(rejected[name].length).toBeGreaterThan(0);
    for (const value of rejected[name]) {
      const faults = faultsOf({ ...together(name), [name]: value });
      // DKIM's three are missing by turns, which is two more sentences.
      const own = faults.filter((fault) => fault.startsWith(`${name}: `));
      const others = faults.length - own.length;
      expect([value, own.length, name.startsWith('DKIM_') ? 0 : others]).toEqual([value, 1, 0]);
      expect(own[0]).not.toMatch(english);
      expect(own[0]).not.toContain('\n');
    }
  });

  it('names every required variable that is missing', () => {
    const required = names.filter((name) => !variables[name].safeParse(undefined).success);
    const nothing = Object.fromEntries(Object.keys(requiredVariables).map((name) => [name, '']));
    const { DIST_DIR } = requiredVariables;
    expect(faultsOf({ ...nothing, DIST_DIR })).toEqual(
      [...required, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'].map((name) => `${name}: falta`),
    );
  });

  it('accepts a random secret, which of base 16 may lack half the digits, and rejects one of fewer', () => {
    const faultsOfSecret = (characters: string) => faultsOf({ LINK_SECRET: characters.repeat(5) });
    expect(faultsOfSecret('01234567')).toEqual([]);
    expect(faultsOfSecret('0123456')).toEqual([expect.stringMatching('LINK_SECRET: debe ser')]);
  });

  it('repeats no secret', () => {
    const secrets = {
      LINK_SECRET: 'corta-y-secreta',
      METRICS_TOKEN: 'token-corto',
      STRIPE_SECRET_KEY: 'pk_live_secreta',
      STRIPE_WEBHOOK_SECRET: 'firma-secreta',
      DKIM_PRIVATE_KEY: 'clave-de-firma',
      SMTP_URL: 'http://ana:contraseña-1@correo.example',
      DATABASE_URL: 'mysql://ana:contraseña-2@db.example/vigia',
    };
    const text = faultsOf(secrets).join('\n');
    for (const value of Object.values(secrets)) expect(text).not.toContain(value);
    expect(text).not.toMatch(/contraseña-/);
  });
});

describe('variables that depend on each other', () => {
  it.each<[Record<string, string>, string[]]>([
    [
      { DKIM_DOMAIN: 'vigia.example' },
      ['DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'].map(
        (name) => `${name}: falta: DKIM_DOMAIN, DKIM_SELECTOR y DKIM_PRIVATE_KEY van juntas`,
      ),
    ],
    [
      { MARKET: 'replay' },
      [
        'REPLAY_PRICES_FILE: falta, porque MARKET es replay',
        'REPLAY_COLLECTIBLES_FILE: falta, porque MARKET es replay',
      ],
    ],
    [{ MARKET: 'http' }, ['MARKET_FILE: falta, porque MARKET es http']],
    [
      { LINK_SECRET_PREVIOUS: requiredVariables.LINK_SECRET },
      ['LINK_SECRET_PREVIOUS: debe ser distinta de LINK_SECRET'],
    ],
    [
      { CHANNELS_KEY: channelsKey, CHANNELS_KEY_PREVIOUS: channelsKey },
      ['CHANNELS_KEY_PREVIOUS: debe ser distinta de CHANNELS_KEY'],
    ],
    [
      { VAPID_PUBLIC_KEY: 'B'.repeat(87) },
      [
        'CHANNELS_KEY: falta, que cifra los ajustes de los canales',
        'VAPID_PRIVATE_KEY: falta: VAPID_PUBLIC_KEY y VAPID_PRIVATE_KEY van juntas',
      ],
    ],
    [
      { CHANNELS_KEY: channelsKey, TELEGRAM_BOT_NAME: 'vigia_bot' },
      [
        'TELEGRAM_BOT_TOKEN: falta: TELEGRAM_BOT_TOKEN, TELEGRAM_BOT_NAME y TELEGRAM_WEBHOOK_SECRET van juntas',
        'TELEGRAM_WEBHOOK_SECRET: falta: TELEGRAM_BOT_TOKEN, TELEGRAM_BOT_NAME y TELEGRAM_WEBHOOK_SECRET van juntas',
      ],
    ],
    [{ STRIPE_SECRET_KEY: '' }, ['STRIPE_SECRET_KEY: falta']],
    [
      { STRIPE_TEST_MODE: '0' },
      ['STRIPE_SECRET_KEY: es una clave de pruebas, que solo vale con STRIPE_TEST_MODE=1'],
    ],
    [
      { STRIPE_SECRET_KEY: 'rk_live_1' },
      ['STRIPE_SECRET_KEY: es una clave de cobros reales, que no vale con STRIPE_TEST_MODE=1'],
    ],
    [
      { FIRESTORE_HOST: 'docs.example' },
      ['FIRESTORE_SSL: en producción debe ser 1, si FIRESTORE_HOST no es de esta máquina'],
    ],
    [
      { IDENTITY_JWKS_URL: 'http://claves.example/' },
      ['IDENTITY_JWKS_URL: en producción debe empezar por https://, o ser de esta máquina'],
    ],
    [{ IDENTITY_JWKS_URL: 'http://127.0.0.1:5000/claves', FIRESTORE_HOST: '[::1]:5001' }, []],
    [{ NODE_ENV: 'development', APP_ORIGIN: 'http://localhost:5173', STRIPE_TEST_MODE: '' }, []],
  ])('%o', (env, faults) => {
    expect(faultsOf(env)).toEqual(faults);
  });

  it('include the market’s files, where they are replayed and in the roles that read the market', () => {
    const env = {
      ...together('REPLAY_PRICES_FILE'),
      REPLAY_PRICES_FILE: join(folder, 'collectibles.csv'),
      REPLAY_COLLECTIBLES_FILE: join(folder, 'empty.csv'),
    };
    expect(faultsOf(together('REPLAY_PRICES_FILE'))).toEqual([]);
    expect(faultsOf({ ...env, ROLE: 'worker' })).toEqual([
      `REPLAY_PRICES_FILE: El archivo ${env.REPLAY_PRICES_FILE} debe empezar por la cabecera observed_at,collectible,floor_cents.`,
      `REPLAY_COLLECTIBLES_FILE: El archivo ${env.REPLAY_COLLECTIBLES_FILE} no contiene ningún coleccionable.`,
    ]);
    expect(faultsOf({ ...env, ROLE: 'api' })).toEqual([]);
    // What an operator tried before and left in the file does not count.
    expect(faultsOf({ ...env, MARKET: 'demo' })).toEqual([]);
  });

  it('include the built app, in the roles that serve pages', () => {
    const rolesWithFault = ['all', 'api', 'worker', 'mail'].filter(
      (ROLE) => faultsOf({ ROLE, DIST_DIR: 'nada' }).length > 0,
    );
    expect(rolesWithFault).toEqual(['all', 'api']);
  });
});
