/** When two tabs change the same: what the other one has saved, and what of one's own was not. */
import { expect, it } from 'vitest';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { conflictSentence, undoFailed } from './settings-conflict.ts';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const mine = umbralSample({ valor: 17_000 });
const theirs = umbralSample({ valor: 19_000 });

it.each([
  [
    mine,
    theirs,
    'cambió este umbral antes: ahora es «baja de 190 €». Lo tuyo, «baja de 170 €», no se ha guardado.',
  ],
  [
    { ...mine, pausa: 'usuario' as const },
    theirs,
    'cambió este umbral antes: ahora es «baja de 190 €». Lo tuyo, «en pausa», no se ha guardado.',
  ],
  [
    mine,
    { ...theirs, pausa: 'usuario' as const },
    'cambió este umbral antes: ahora está en pausa («baja de 190 €»). Lo tuyo, «baja de 170 €», no se ha guardado.',
  ],
  [null, theirs, 'cambió este umbral antes: ahora es «baja de 190 €». No se ha borrado.'],
  [mine, null, 'borró este umbral antes. Lo tuyo, «baja de 170 €», no se ha guardado.'],
])('of a threshold: %#', (local, remote, sentence) => {
  expect(plain(conflictSentence({ of: 'umbral', local, remote }))).toBe(`Otra pestaña ${sentence}`);
});

it('of the frequency, which is shown already; and a change that cannot be undone says why', () => {
  expect(conflictSentence({ of: 'frecuencia' })).toBe(
    'Otra pestaña cambió esto antes. Ya ves lo último; repite el cambio.',
  );
  expect(undoFailed('Sin conexión.')).toBe('No se ha podido deshacer. Sin conexión.');
});
