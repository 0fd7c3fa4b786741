// @vitest-environment node
/** Reading, replaying and naming trace files in the workbench. */
import { describe, expect, it } from 'vitest';
import { machineOf } from '#tests/machines/support/machine-of.ts';
import { contactFormEvents, recordTrace } from '#tests/machines/support/record-trace.ts';
import { fileNameOf, loadTraceFile } from './replay.ts';

const written = recordTrace(machineOf('contactModal'), contactFormEvents);

describe('a trace file', () => {
  it('is read, replayed and named after its title', async () => {
    const read = await loadTraceFile(JSON.stringify(written), 'some.trace.json');
    expect(read).toMatchObject({ hasOtherShape: false, divergence: null });
    expect(fileNameOf({ ...written, title: '¿Envió? Sí: «Añadió» algo' })).toBe(
      'contact-modal-envio-si-anadio-algo.trace.json',
    );
  });

  it.each([
    ['{', 'No es un rastro de Vigía de esta versión.'],
    [JSON.stringify({ ...written, version: 2 }), 'No es un rastro de Vigía de esta versión.'],
    [JSON.stringify({ ...written, machine: 'other' }), 'No hay ninguna máquina «other».'],
  ])('that is invalid is rejected with a message', async (text, message) => {
    expect(await loadTraceFile(text, 'some.json')).toBe(message);
  });

  it('of a machine that has changed shows the first difference', async () => {
    const [first, ...others] = written.steps;
    const changed = { ...written, steps: [{ ...first, value: 'sent' }, ...others] };
    expect(await loadTraceFile(JSON.stringify(changed), 'some.json')).toMatchObject({
      divergence: { step: 0, differences: [{ path: 'value', expected: 'sent', actual: 'open' }] },
    });
  });
});
