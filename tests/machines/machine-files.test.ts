/** Each machine is one file that opens in a visualizer: imports only xstate, with every part named and described. */
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { fingerprintOf } from '#machines/tracing/fingerprint.ts';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { rootInvokesOf, statesOf, transitionsOf } from '#machines/tracing/machine-structure.ts';
import { type Branches, normalizeConfig, type StateConfig } from './support/reconfigure.ts';

const folder = resolve('machines');
const files = readdirSync(folder).filter((file) => file.endsWith('.machine.ts'));
const elsewhere = mkdtempSync(join(tmpdir(), 'machine-'));
afterAll(() => rmSync(elsewhere, { recursive: true }));

/** Runs a machine file where nothing but xstate is installed. */
async function openAlone(file: string): Promise<AnyStateMachine[]> {
  await mkdir(join(elsewhere, 'node_modules'), { recursive: true });
  const library = join(elsewhere, 'node_modules/xstate');
  try {
    symlinkSync(resolve('node_modules/xstate'), library, 'dir');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const script = join(elsewhere, file.replace('.ts', '.mjs'));
  writeFileSync(script, stripTypeScriptTypes(readFileSync(join(folder, file), 'utf8')));
  const exports: Record<string, unknown> = await import(pathToFileURL(script).href);
  // Another copy of the library makes another class: the name is what they share.
  return Object.values(exports).filter(
    (value): value is AnyStateMachine =>
      typeof value === 'object' && value?.constructor.name === StateMachine.name,
  );
}

const camelCase = (file: string): string =>
  file.replace('.machine.ts', '').replace(/-(.)/g, (_, initial: string) => initial.toUpperCase());

function stateConfigs(config: StateConfig): StateConfig[] {
  return [config, ...Object.values(config.states).flatMap(stateConfigs)];
}
const branchesIn = ({ on, after, always, invoke }: StateConfig): Branches => [
  ...Object.values(on).flat(),
  ...Object.values(after).flat(),
  ...always,
  ...invoke.flatMap(({ onDone = [], onError = [] }) => [...onDone, ...onError]),
];
const listOf = (items: unknown): unknown[] =>
  items === undefined ? [] : Array.isArray(items) ? items : [items];
/** The name of an action or guard as written; undefined for one written on the spot. */
const nameOf = (written: unknown): string | undefined =>
  typeof written === 'string'
    ? written
    : typeof written === 'object' && written !== null && 'type' in written
      ? String(written.type)
      : undefined;

it('every machine file is in the catalogue, under its own name', () => {
  expect([...machinesById.keys()].toSorted()).toEqual(files.map(camelCase).toSorted());
});

describe.each(files)('%s', (file) => {
  const source = readFileSync(join(folder, file), 'utf8');
  const machine = machinesById.get(camelCase(file));
  if (machine === undefined)
    throw new Error(`${file} is not in machines/tracing/machine-registry.ts`);
  const configs = stateConfigs(normalizeConfig(machine.config));

  it('imports xstate and nothing else, not even types', () => {
    const imported = [...source.matchAll(/\bfrom\s+'([^']+)'|\bimport\(\s*'([^']+)'/g)].map(
      ([, from, called]) => from ?? called,
    );
    expect(imported).toEqual(['xstate']);
  });

  it('is one machine, written as setup({…}).createMachine({…})', () => {
    expect(source.match(/\bsetup\(\{/g)).toHaveLength(1);
    expect(source.match(/\n\}\)\.createMachine\(\{/g)).toHaveLength(1);
  });

  it('runs where there is nothing but xstate', async () => {
    const alone = await openAlone(file);
    expect(alone.map(fingerprintOf)).toEqual([fingerprintOf(machine)]);
  });

  it('describes itself and each of its states', () => {
    expect(machine.root.description).toBeTruthy();
    const silent = statesOf(machine).filter(({ description }) => !description);
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it('describes each transition that is guarded, timed or a failure', () => {
    const silent = transitionsOf(machine).filter(
      ({ guard, delay, event, branch, description }) =>
        (guard !== null || delay !== null || branch > 0 || event.startsWith('xstate.error.')) &&
        !description,
    );
    expect(silent.map(({ key }) => key)).toEqual([]);
  });

  it('names every action, guard, actor and delay, and implements each by that name', () => {
    const { actions, guards, actors, delays } = machine.implementations;
    const known = (names: readonly (string | undefined)[], among: object) =>
      names.filter((name) => name === undefined || !(name in among));
    const branches = configs.flatMap(branchesIn);
    const written = [
      ...branches.flatMap(({ actions: own }) => listOf(own)),
      ...configs.flatMap(({ entry, exit }) => [...listOf(entry), ...listOf(exit)]),
    ];
    expect(known(written.map(nameOf), actions)).toEqual([]);
    const guardNames = branches.flatMap(({ guard }) => listOf(guard)).map(nameOf);
    expect(known(guardNames, guards)).toEqual([]);
    const invoked = configs.flatMap(({ invoke }) => invoke);
    expect(
      known(
        invoked.map(({ src }) => nameOf(src)),
        actors,
      ),
    ).toEqual([]);
    expect(
      known(
        configs.flatMap(({ after }) => Object.keys(after)),
        delays,
      ),
    ).toEqual([]);
  });

  it('gives each actor it invokes an id of its own', () => {
    const ids = configs.flatMap(({ invoke }) => invoke.map(({ id }) => id));
    const all = [...rootInvokesOf(machine), ...statesOf(machine).flatMap(({ invokes }) => invokes)];
    expect(all.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });
});
