/** The panel of a machine whose diagram cannot be laid out, or takes until another one is chosen. */
import { render, screen } from '@testing-library/react';
import Elk from 'elkjs/lib/elk.bundled.js';
import { expect, it, vi } from 'vitest';
import { createMachine } from 'xstate';
import { workbenchCopy as copy } from '../workbench-copy.ts';
import { coverageOf } from './coverage.ts';
import { DiagramPanel } from './diagram-panel.tsx';

/** Of a machine of its own: one that has been laid out is not laid out again. */
function panelOf(id: string) {
  const machine = createMachine({ id, initial: 'waiting', states: { waiting: {} } });
  return (
    <DiagramPanel
      machine={machine}
      tracePosition={null}
      coverage={coverageOf(machine, [])}
      isCoverageShown={false}
      onCoverage={() => {}}
    />
  );
}

it('says why it cannot be drawn, and no longer that it is being drawn', async () => {
  vi.spyOn(Elk.prototype, 'layout').mockRejectedValue(new Error('sin sitio'));
  render(panelOf('one'));
  expect(screen.getByText(copy.drawing)).toBeVisible();
  expect(await screen.findByRole('alert')).toHaveTextContent(copy.notDrawn('Error: sin sitio'));
  expect(screen.queryByText(copy.drawing)).toBeNull();
});
