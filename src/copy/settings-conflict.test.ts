/** When two tabs change the same: what the other one has saved, and what of one's own was not. */
import { expect, it } from 'vitest';
import { plain } from '#tests/support/plain.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { conflictSentence, undoFailed } from './settings-conflict.ts';

const mine = umbralSample({ value: 17_000 });
const theirs = umbralSample({ value: 19_000 });

const paused = { pause: 'user' } as const;
const changed = 'cambió este umbral antes: ahora';
const unsaved = 'Lo tuyo, «baja de 170 €», no se ha guardado.';

it.each([
  [mine, theirs, `${changed} es «baja de 190 €». ${unsaved}`],
  [mine, { ...theirs, ...paused }, `${changed} está en pausa («baja de 190 €»). ${unsaved}`],
  [
    { ...mine, ...paused },
    theirs,
    `${changed} es «baja de 190 €». Lo tuyo, «en pausa», no se ha guardado.`,
  ],
  [null, theirs, `${changed} es «baja de 190 €». No se ha borrado.`],
  [mine, null, `borró este umbral antes. ${unsaved}`],
])('of a threshold: %#', (local, remote, sentence) => {
  expect(plain(conflictSentence({ local, remote }))).toBe(`Otra pestaña ${sentence}`);
});

it('a change that cannot be undone says why', () => {
  expect(undoFailed('Sin conexión.')).toBe('No se ha podido deshacer. Sin conexión.');
});
