/** Each machine is one file that opens in a visualizer: it runs where there is nothing but xstate, and describes its parts. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { fingerprintOf } from '#machines/tracing/fingerprint.ts';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { statesOf, transitionsOf } from '#machines/tracing/machine-structure.ts';
import { kebabCase } from './support/kebab-case.ts';

const folder = resolve('machines');
const elsewhere = mkdtempSync(join(tmpdir(), 'machine-'));
beforeAll(() => {
  mkdirSync(join(elsewhere, 'node_modules'));
  symlinkSync(resolve('node_modules/xstate'), join(elsewhere, 'node_modules/xstate'), 'dir');
});
afterAll(() => rmSync(elsewhere, { recursive: true }));

/** Runs a machine file where nothing but xstate is installed. */
async function openAlone(file: string): Promise<AnyStateMachine[]> {
  const script = join(elsewhere, file.replace('.ts', '.mjs'));
  writeFileSync(script, stripTypeScriptTypes(readFileSync(join(folder, file), 'utf8')));
  const exports: Record<string, unknown> = await import(pathToFileURL(script).href);
  // Another copy of the library makes another class: the name is what they share.
  return Object.values(exports).filter(
    (value): value is AnyStateMachine =>
      typeof value === 'object' && value?.constructor.name === StateMachine.name,
  );
}

const fileOf = (id: string) => `${kebabCase(id)}.machine.ts`;

it('every machine file is in the catalogue, under its own name', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.machine.ts'));
  expect([...machinesById.keys()].map(fileOf).toSorted()).toEqual(files.toSorted());
});

describe.each([...machinesById])('%s', (id, machine) => {
  it('runs where there is nothing but xstate', async () => {
    const alone = await openAlone(fileOf(id));
    expect(alone.map(fingerprintOf)).toEqual([fingerprintOf(machine)]);
  });

  it('describes itself, its states, and each transition that is guarded, timed or a failure', () => {
    expect(machine.root.description).toBeTruthy();
    const states = statesOf(machine).filter(({ description }) => !description);
    expect(states.map((state) => state.id)).toEqual([]);
    const transitions = transitionsOf(machine).filter(
      ({ guard, delay, event, branch, description }) =>
        (guard !== null || delay !== null || branch > 0 || event.startsWith('xstate.error.')) &&
        !description,
    );
    expect(transitions.map(({ key }) => key)).toEqual([]);
  });
});
