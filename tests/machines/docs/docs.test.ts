/** The pages in docs/machines are up to date, and every guard, delay and context field is documented. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { diagramOf } from './diagram.ts';
import { descriptionOf, initialContextOf, pageOf } from './page.ts';
import { pagePath } from './page-path.ts';
import { noRules } from './rule.ts';
import { rules } from './rules.ts';

describe.each([...machinesById.values()])('$id', (machine) => {
  const page = readFileSync(pagePath(machine), 'utf8');
  const own = rules[machine.id] ?? noRules;

  it('has a page as `npm run docs:machines` writes it', () => {
    expect(page).toBe(pageOf(machine, own, descriptionOf(page)));
  });

  it('has a title with its id and a description that says more', () => {
    const [title, ...story] = descriptionOf(page).split('\n');
    expect(title).toMatch(new RegExp(`^# ${machine.id}: .`));
    expect(story.join(' ').trim().length).toBeGreaterThan(400);
  });

  it('has a meaning for each context field, a rule and a source for each guard and delay, and for nothing else', () => {
    const { guards, delays } = machine.implementations;
    expect(Object.keys(own.context).toSorted()).toEqual(
      Object.keys(initialContextOf(machine)).toSorted(),
    );
    expect(Object.keys(own.guards).toSorted()).toEqual(Object.keys(guards).toSorted());
    expect(Object.keys(own.delays).toSorted()).toEqual(Object.keys(delays).toSorted());
  });

  it('has a diagram of the few forms Mermaid certainly accepts', () => {
    for (const line of diagramOf(machine).split('\n').slice(1)) {
      expect(line).toMatch(
        /^ +(direction LR|state "[^"]+" as \w+( \{)?|\}|(\[\*\]|\w+) --> (\[\*\]|\w+)(: [^:;#{}]+)?)$/,
      );
    }
  });
});
