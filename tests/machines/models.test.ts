/** Every machine's model leads through each state, transition and guard branch, and its invariants hold throughout. */
import { expect, it } from 'vitest';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { statesOf, transitionsOf } from '#machines/tracing/machine-structure.ts';
import { models } from './models/all.ts';
import { guardRejectionsOf } from './support/guard-rejections.ts';
import { walk } from './support/walk.ts';

it('every machine of the registry has a model', () => {
  expect(models.map(({ machine }) => machine.id)).toEqual([...machinesById.keys()]);
});

it.each(models)('$machine.id: by every sample, through all there is of it', (model) => {
  const covered = walk(model);
  const parts = [
    ...statesOf(model.machine).map(({ id }) => id),
    ...transitionsOf(model.machine).map(({ key }) => key),
    ...guardRejectionsOf(model.machine),
    ...Object.keys(model.samples),
  ];
  expect(parts.filter((key) => !covered.has(key))).toEqual([]);
});
