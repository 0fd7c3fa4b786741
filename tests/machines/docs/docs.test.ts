/** The pages in docs/machines are up to date, and every guard, delay and context field is documented. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getInitialSnapshot } from 'xstate';
import { models } from '../models/all.ts';
import { diagramOf } from './diagram.ts';
import { descriptionOf, pageOf } from './page.ts';
import { pagePath } from './page-path.ts';

describe.each(models)('$machine.id', ({ machine, inputs }) => {
  const page = readFileSync(pagePath(machine), 'utf8');
  const description = descriptionOf(page);
  /** Names in the first column of the hand-written tables. */
  const documented = [...description.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, name]) => name);

  it('has a page as `npm run docs:machines` writes it', () => {
    expect(page).toBe(pageOf(machine, description));
  });

  it('has a title with its id and a description that says more', () => {
    expect(description).toMatch(new RegExp(`^# ${machine.id}: .`));
    expect(description.split('\n## ')[0]?.length).toBeGreaterThan(400);
  });

  it('has a row for each context field, guard and delay, and for nothing else', () => {
    const { guards, delays } = machine.implementations;
    const { context } = getInitialSnapshot(machine, inputs[0]);
    const names = [context, guards, delays].flatMap((part) => Object.keys(part as object));
    expect(documented.toSorted()).toEqual(names.toSorted());
  });

  it('has a diagram of the few forms Mermaid certainly accepts', () => {
    for (const line of diagramOf(machine).split('\n').slice(1)) {
      expect(line).toMatch(
        /^ +(direction LR|\w+|state (\w+|"[^"]+" as \w+) \{|state "[^"]+" as \w+|\}|(\[\*\]|\w+) --> (\[\*\]|\w+)(: [^:;#{}]+)?)$/,
      );
    }
  });
});
