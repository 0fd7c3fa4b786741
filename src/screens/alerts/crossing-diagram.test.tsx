/** The diagram of a crossing: the dearer price to the right of the line, where there is a line that a price crossed. */
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AlertItem } from '#contract/alerts.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { plainText } from '#tests/support/screen-harness.tsx';
import { CrossingDiagram } from './crossing-diagram.tsx';

/** Left to right. */
function show(part: Partial<AlertItem>): (string | undefined)[] {
  const { container } = render(<CrossingDiagram alert={alertSample(part)} />);
  const marks = [...(container.firstElementChild?.children ?? [])] as HTMLElement[];
  const place = ({ style }: HTMLElement) => Number.parseFloat(style.left || '50');
  return marks.toSorted((a, b) => place(a) - place(b)).map(plainText);
}

it.each<[string, Partial<AlertItem>, string[]]>([
  ['that has fallen below it', {}, ['172,00 €', '180 €', '187,40 €']],
  [
    'that has risen above it',
    { condition: 'above', valueCents: 19_000, previousCents: 17_000 },
    ['170,00 €', '180 €', '190,00 €'],
  ],
  ['of a change in per cent', { condition: 'change', ruleValue: 500 }, []],
  ['of a minimum of days', { condition: 'low', ruleValue: 7 }, []],
  ['that nothing came before', { previousCents: null }, []],
  ['that was there already', { already: true }, []],
])('of a price %s: %o', (_which, part, marks) => {
  expect(show(part)).toEqual(marks);
});
