import { expect, it } from 'vitest';
import { routeAlert } from './route-alert.ts';

const usable = new Set(['mail', 'ntfy', 'push']);
const fresh = { chosen: null, refusedBy: [], isAgain: false };
const again = { chosen: null, refusedBy: ['stopped'], isAgain: true };

it.each([
  ['no choice means all', fresh, ['mail', 'ntfy', 'push']],
  ['only those chosen', { ...fresh, chosen: ['ntfy'] }, ['ntfy']],
  ['mail can be the only one', { ...fresh, chosen: ['mail'] }, ['mail']],
  ['those chosen that can be sent to', { ...fresh, chosen: ['ntfy', 'stopped'] }, ['ntfy']],
  ['all, where none of the chosen can', { ...fresh, chosen: ['gone'] }, [...usable]],
  ['again: the other channels, not mail', again, ['ntfy', 'push']],
  ['again: those of the chosen first', { ...again, chosen: ['push', 'stopped'] }, ['push']],
  ['again: never one that refused', { ...again, chosen: ['ntfy'], refusedBy: ['ntfy'] }, ['push']],
  ['again: mail last of all', { ...again, refusedBy: ['ntfy', 'push'] }, ['mail']],
  ['mail refused it', { ...again, chosen: ['mail'], refusedBy: ['mail'] }, ['ntfy', 'push']],
  ['no way is left', { ...again, refusedBy: [...usable] }, []],
])('%s', (_sentence, alert, channels) => {
  expect(routeAlert(alert, usable)).toEqual(new Set(channels));
});
