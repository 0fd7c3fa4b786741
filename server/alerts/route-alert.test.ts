import { expect, it } from 'vitest';
import { routeAlert } from './route-alert.ts';

const usable = new Set(['correo', 'ntfy', 'push']);

it.each([
  ['no choice means all', null, ['correo', 'ntfy', 'push'], false],
  ['only those chosen', ['ntfy'], ['ntfy'], true],
  ['mail can be the only one', ['correo'], ['correo'], true],
  ['those of the chosen that can be sent to', ['ntfy', 'stopped'], ['ntfy'], true],
  ['all, where none of the chosen can', ['stopped', 'removed'], ['correo', 'ntfy', 'push'], false],
])('%s', (_sentence, chosen, channels, isChoice) => {
  expect(routeAlert(chosen, usable)).toEqual({ channels: new Set(channels), isChoice });
});
