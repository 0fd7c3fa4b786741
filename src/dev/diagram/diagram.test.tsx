// @vitest-environment jsdom
/** What the diagram writes where: jsdom draws nothing, its attributes say it. */
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { machineOf } from '#tests/machines/support/machine-of.ts';
import { Diagram } from './diagram.tsx';
import { graphOf } from './graph.ts';
import { layOut, lineHeight } from './layout.ts';

it('each row of a label is on a line of its own, within the label', async () => {
  const drawing = await layOut(graphOf(machineOf('authSession')));
  const none = new Set<string>();
  const marks = { active: none, latest: none, covered: null };
  const { container } = render(<Diagram drawing={drawing} marks={marks} title="La sesión" />);
  const labels = [...container.querySelectorAll('g:has(> text[data-transition])')];
  expect(labels.length).toBe(drawing.arrows.length);
  const numberOf = (element: Element | null, name: string) => Number(element?.getAttribute(name));
  const rowCounts = labels.map((label) => {
    const rows = [...label.querySelectorAll('text')].flatMap((text) => {
      let y = numberOf(text, 'y');
      return [...text.querySelectorAll('tspan')].map((row) => {
        y += numberOf(row, 'dy');
        return y;
      });
    });
    const height = numberOf(label.querySelector('rect'), 'height');
    expect(rows).toEqual(rows.map((_, index) => 13 + index * lineHeight));
    expect(rows.at(-1)).toBeLessThan(height);
    return rows.length;
  });
  // Also transitions of two rows, and several of one arrow.
  expect(Math.max(...rowCounts)).toBeGreaterThan(2);
});
