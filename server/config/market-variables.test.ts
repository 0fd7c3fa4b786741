import { expect, test } from 'vitest';
import { requiredVariables } from '#tests/support/required-variables.ts';
import { ConfigError, loadConfig } from '../config.ts';

const base = {
  MARKET: 'listing-search',
  MARKET_URL: 'https://mercado.example/v2/listings/search',
  MARKET_ALLOWED_HOSTS: 'mercado.example',
};
const load = (env: Record<string, string>) =>
  loadConfig({ ...requiredVariables, ...env }, '1.0.0').market;
const faults = (env: Record<string, string>) => {
  try {
    load({ ...base, ...env });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split('\n').slice(1);
  }
  return [];
};

test('an address and its host are enough; the rest has defaults, empty variables too', () => {
  expect(load({ ...base, MARKET_CRAWL_INTERVAL_SECONDS: '', MARKET_CITY_RULE: '' })).toMatchObject({
    adapter: 'listing-search',
    currency: 'USD',
    listingSearch: {
      url: base.MARKET_URL,
      allowedOrigins: ['https://mercado.example'],
      allowedRanges: [],
      everyMs: 60_000,
      firstPage: 1,
      limits: { timeoutMs: 10_000, maxPages: 300 },
    },
  });
  expect(load({}).listingSearch).toBeUndefined();
});

test('pages of collectibles: a template, and other hosts that the source may name', () => {
  const template = 'https://mercado.example/articulo/{id}';
  const hosts = { MARKET_PAGE_HOSTS: 'www.mercado.example, http://localhost:5173' };
  expect(load({}).pages).toEqual({ template: null, origins: [] });
  expect(load({ MARKET_PAGE_URL: template, ...hosts }).pages).toEqual({
    template,
    origins: ['https://www.mercado.example', 'http://localhost:5173', 'https://mercado.example'],
  });
  const sentence = 'en producción debe empezar por https://';
  const insecure = { MARKET_PAGE_URL: 'http://mercado.example/{id}', ...hosts };
  expect(faults({ NODE_ENV: 'production', ...insecure })).toEqual(
    expect.arrayContaining([`  MARKET_PAGE_URL: ${sentence}`, `  MARKET_PAGE_HOSTS: ${sentence}`]),
  );
});

test('http and special addresses pass only where an operator names them in full', () => {
  const local = {
    MARKET_URL: 'http://127.0.0.1:4010/search',
    MARKET_ALLOWED_HOSTS: 'http://127.0.0.1:4010',
  };
  expect(faults({ ...local, MARKET_ALLOWED_ADDRESSES: '127.0.0.1, 10.0.0.0/8' })).toEqual([]);
  expect(faults(local)).toEqual([
    '  MARKET_URL: es una dirección privada o especial que no está en MARKET_ALLOWED_ADDRESSES',
  ]);
});

test.each([
  [{ MARKET_URL: '' }, 'MARKET_URL: falta, porque MARKET es listing-search'],
  [
    { MARKET_URL: 'mercado' },
    'MARKET_URL: debe ser una dirección completa, sin usuario ni contraseña, por ejemplo https://vigia.example/inicio',
  ],
  [{ MARKET_URL: 'http://mercado.example' }, 'MARKET_URL: debe empezar por https://'],
  [
    { MARKET_URL: 'https://otro.example' },
    'MARKET_URL: su servidor, otro.example, no está en MARKET_ALLOWED_HOSTS',
  ],
  [
    { MARKET_ALLOWED_HOSTS: 'mercado.example/ruta' },
    'MARKET_ALLOWED_HOSTS: debe ser una lista de servidores separados por comas, por ejemplo mercado.example',
  ],
  [
    { MARKET_ALLOWED_ADDRESSES: 'cualquiera' },
    'MARKET_ALLOWED_ADDRESSES: debe ser una lista de direcciones IP o rangos CIDR separados por comas',
  ],
  [
    { MARKET_CRAWL_INTERVAL_SECONDS: '1' },
    'MARKET_CRAWL_INTERVAL_SECONDS: debe ser un número entero entre 10 y 86400',
  ],
  [
    { MARKET_CRAWL_INTERVAL_SECONDS: 'x' },
    'MARKET_CRAWL_INTERVAL_SECONDS: debe ser un número entero entre 10 y 86400',
  ],
  [
    { MARKET_TIMEOUT_SECONDS: '11' },
    'MARKET_TIMEOUT_SECONDS: debe ser un número entero entre 1 y 10',
  ],
  [
    { MARKET_CITY_RULE: '(' },
    'MARKET_CITY_RULE: debe ser una expresión regular con un grupo entre paréntesis',
  ],
  [
    { MARKET_MATCH_RULE: 'm\\d+' },
    'MARKET_MATCH_RULE: debe ser una expresión regular con un grupo entre paréntesis',
  ],
])('%o is one readable fault', (env, sentence) => {
  expect(faults(env)).toEqual([`  ${sentence}`]);
});

test('its faults are in one list with all the others, and only absent variables are called missing', () => {
  expect(faults({ MARKET_URL: 'https://otro.example', MARKET_MAX_PAGES: '0', PORT: 'x' })).toEqual([
    '  PORT: debe ser un número entero entre 1 y 65535',
    '  MARKET_MAX_PAGES: debe ser un número entero entre 1 y 1000',
    '  MARKET_URL: su servidor, otro.example, no está en MARKET_ALLOWED_HOSTS',
  ]);
  expect(() => loadConfig({}, '1.0.0')).toThrow('  APP_ORIGIN: falta\n  LANDING_URL: falta');
});
