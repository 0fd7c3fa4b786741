/**
 * Records traces of the machines in a browser's tabs from the workbench channel; needs the QA build.
 * With `RECORD_TRACES=<folder>` tests/journeys/machines.spec.ts writes its traces there.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { type Trace, trace as traceFile } from '#contract/trace.ts';
import { compactJson } from '#server/openapi/compact-json.ts';
import { kebabCase } from '../support/kebab-case.ts';

interface ChannelMessage {
  readonly kind: string;
  readonly tab: string;
  readonly actor: string;
  readonly trace?: Trace;
  readonly steps?: Trace['steps'];
}

/** @returns function that ends the recording and writes the traces */
export async function recordTraces(
  context: BrowserContext,
  origin: string,
  title: string,
): Promise<() => Promise<void>> {
  const folder = process.env.RECORD_TRACES;
  if (folder === undefined) return async () => {};
  const page = await context.newPage();
  await page.goto(`${origin}/health`);
  await page.evaluate(() => {
    const messages: unknown[] = [];
    Object.assign(window, { messages });
    new BroadcastChannel('vigia-workbench').onmessage = ({ data }) => messages.push(data);
  });
  return async () => {
    const messages = await page.evaluate(
      () => (window as unknown as { messages: ChannelMessage[] }).messages,
    );
    mkdirSync(folder, { recursive: true });
    const traces = new Map<string, Trace>();
    for (const { kind, tab, actor, trace, steps } of messages) {
      const key = `${tab} ${actor}`;
      if (kind === 'started' && trace !== undefined) traces.set(key, trace);
      if (kind === 'stepped') traces.get(key)?.steps.push(...(steps ?? []));
    }
    for (const [index, trace] of [...traces.values()].entries()) {
      const titled = traceFile.parse({ ...trace, title: `${title}: ${trace.machine}` });
      const file = `${kebabCase(trace.machine)}-${title.replaceAll(/\W+/g, '-')}-${index}.trace.json`;
      writeFileSync(join(folder, file), `${compactJson(titled, 2)}\n`);
    }
    await page.close();
  };
}
