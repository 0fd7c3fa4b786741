/** The panel of a machine whose diagram cannot be laid out, or takes until another one is chosen. */
import { act, render, screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { machineOf } from '#tests/machines/support/machine-of.ts';
import { stubLayout } from '#tests/support/screen-harness.tsx';
import { layOut } from '../diagram/layout.ts';
import { workbenchCopy as copy } from '../workbench-copy.ts';
import { coverageOf } from './coverage.ts';
import { DiagramPanel } from './diagram-panel.tsx';

vi.mock(import('../diagram/layout.ts'), async (original) => ({
  ...(await original()),
  layOut: vi.fn(() => Promise.reject(new Error('sin sitio'))),
}));
beforeAll(() => stubLayout());
afterAll(() => void vi.unstubAllGlobals());

const panelOf = (id: string) => {
  const machine = machineOf(id);
  return (
    <DiagramPanel
      machine={machine}
      tracePosition={null}
      coverage={coverageOf(machine, [])}
      isCoverageShown={false}
      onCoverage={() => {}}
    />
  );
};

it('says why it cannot be drawn, and no longer that it is being drawn', async () => {
  render(panelOf('contactModal'));
  expect(screen.getByText(copy.drawing)).toBeVisible();
  expect(await screen.findByRole('alert')).toHaveTextContent(copy.notDrawn('Error: sin sitio'));
  expect(screen.queryByText(copy.drawing)).toBeNull();
});

it('says nothing of a machine that is no longer chosen', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  vi.mocked(layOut)
    .mockReturnValueOnce(promise)
    .mockReturnValueOnce(new Promise(() => {}));
  const { rerender } = render(panelOf('onboarding'));
  rerender(panelOf('subscription'));
  await act(async () => reject(new Error('sin sitio')));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText(copy.drawing)).toBeVisible();
});
