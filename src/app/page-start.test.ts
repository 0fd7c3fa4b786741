// @vitest-environment jsdom
/** What runs before the app: which scripts may be made at run time, whose styles are allowed, and the click made too early. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { replayEarlyClick } from './page/replay-early-click.ts';

let createScriptURL: (url: string) => string | null;

beforeEach(async () => {
  vi.stubGlobal('trustedTypes', {
    createPolicy: (_name: 'default', rules: { createScriptURL: typeof createScriptURL }) => {
      createScriptURL = rules.createScriptURL;
    },
  });
  await import('./page/trusted-types.ts');
});
afterEach(() => vi.unstubAllGlobals());

it('only the worker’s and Google’s scripts may be made at run time', () => {
  const allowed = ['/service-worker.js', 'https://apis.google.com/js/api.js'];
  expect(allowed.map(createScriptURL)).toEqual(allowed);
  const others = [
    'https://other.example/a.js',
    'https://other.example/https://apis.google.com/',
    '/other.js',
  ];
  expect(others.map(createScriptURL)).toEqual([null, null, null]);
});

it('the toasts’ styles carry the page’s nonce: its policy would refuse them otherwise', async () => {
  const element = document.body.appendChild(document.createElement('style'));
  element.id = '_goober';
  element.nonce = 'de-esta-carga';
  await import('./page/style-nonce.ts');
  expect(window.__nonce__).toBe('de-esta-carga');
  element.remove();
  Reflect.deleteProperty(window, '__nonce__');
});

it('a click made before the app could react is made up for, once', () => {
  const button = document.createElement('button');
  const [clicked, stop] = [vi.fn(), vi.fn()];
  button.addEventListener('click', clicked);
  window.earlyClick = { button, stop };
  replayEarlyClick();
  replayEarlyClick();
  expect(stop).toHaveBeenCalledOnce();
  expect(clicked).toHaveBeenCalledOnce();
  window.earlyClick = { button: null, stop };
  replayEarlyClick();
  expect(clicked).toHaveBeenCalledOnce();
});
