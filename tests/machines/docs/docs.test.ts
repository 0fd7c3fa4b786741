/** The pages in docs/machines say what the machines are today, and every rule of theirs has a source. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { diagramOf } from './diagram.ts';
import { pageOf, storyOf } from './page.ts';
import { pagePath } from './page-path.ts';
import { rules } from './rules.ts';

describe.each([...machinesById.values()])('$id', (machine) => {
  const page = readFileSync(pagePath(machine), 'utf8');
  const own = rules[machine.id] ?? { guards: {}, delays: {} };

  it('has a page as `npm run machine-docs` writes it', () => {
    expect(page).toBe(pageOf(machine, own, storyOf(page)));
  });

  it('has a story that says more than its name', () => {
    const [title, ...story] = storyOf(page).split('\n');
    expect(title).toMatch(/^# /);
    expect(story.join(' ').trim().length).toBeGreaterThan(400);
  });

  it('has a rule and a source for each guard and each delay, and for nothing else', () => {
    const { guards, delays } = machine.implementations;
    expect(Object.keys(own.guards).toSorted()).toEqual(Object.keys(guards).toSorted());
    expect(Object.keys(own.delays).toSorted()).toEqual(Object.keys(delays).toSorted());
  });

  it('has a diagram without what Mermaid would stumble over', () => {
    for (const line of diagramOf(machine).split('\n').slice(1)) {
      expect(line).toMatch(
        /^ +(direction LR|state "[^"]+" as \w+( \{)?|\}|(\[\*\]|\w+) --> (\[\*\]|\w+)(: [^:;#{}]+)?)$/,
      );
    }
  });
});
