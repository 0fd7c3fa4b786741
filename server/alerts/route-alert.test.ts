import { expect, it } from 'vitest';
import { routeAlert } from './route-alert.ts';

const usable = new Set(['correo', 'ntfy', 'push']);
const fresh = { chosen: null, refusedBy: [], isAgain: false };
const again = { chosen: null, refusedBy: ['stopped'], isAgain: true };

it.each([
  ['no choice means all', fresh, ['correo', 'ntfy', 'push'], false],
  ['only those chosen', { ...fresh, chosen: ['ntfy'] }, ['ntfy'], true],
  ['mail can be the only one', { ...fresh, chosen: ['correo'] }, ['correo'], false],
  ['those chosen that can be sent to', { ...fresh, chosen: ['ntfy', 'stopped'] }, ['ntfy'], true],
  ['all, where none of the chosen can', { ...fresh, chosen: ['gone'] }, [...usable], false],
  ['again: the other channels, not mail', again, ['ntfy', 'push'], true],
  ['again: those of the chosen first', { ...again, chosen: ['push', 'stopped'] }, ['push'], true],
  [
    'again: never one that has refused it',
    { ...again, chosen: ['ntfy'], refusedBy: ['ntfy'] },
    ['push'],
    true,
  ],
  ['again: mail last of all', { ...again, refusedBy: ['ntfy', 'push'] }, ['correo'], false],
  [
    'mail refused it',
    { ...again, chosen: ['correo'], refusedBy: ['correo'] },
    ['ntfy', 'push'],
    true,
  ],
  ['no way is left', { ...again, refusedBy: [...usable] }, [], false],
])('%s', (_sentence, alert, channels, leavesMailOut) => {
  expect(routeAlert(alert, usable)).toEqual({ channels: new Set(channels), leavesMailOut });
});
