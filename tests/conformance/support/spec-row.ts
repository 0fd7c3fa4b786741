/** Rows as data, each an ordinary test: what the specification says, where, how to provoke it, what must be seen. */
import { expect, type Fixtures, test, type Who } from './fixtures.ts';

export type Step = (world: Fixtures) => Promise<unknown>;

export interface Row {
  /** The specification's line, short; it names the test. */
  readonly what: string;
  readonly route: string;
  readonly as?: Who;
  /** What must be so before the page opens: a clock, a service that refuses. */
  readonly given?: Step;
  /** Without it the row only looks, on a page shared with its neighbours. */
  readonly provoke?: Step;
  readonly expect: Step;
}

/** A row takes a second; what takes this long has failed, and should say so. */
const rowPatienceMs = 45_000;
const streamsPerPerson = 3;

/** @param title as the tally prints it, for instance `§5 Validación` */
export function section(title: string, rows: readonly Row[]): void {
  test.describe(title, () => {
    test.describe.configure({ timeout: rowPatienceMs });
    for (const row of rows) {
      const name = `${row.route} · ${row.what}`;
      if (row.given === undefined && row.provoke === undefined) look(name, row);
      else drive(name, row);
    }
  });
}

function look(name: string, { route, as = 'nobody', expect: hold }: Row): void {
  test(name, async ({ sharedPages, vigia, someone }) => {
    await hold({ page: await sharedPages(route, as), vigia, someone });
  });
}

function drive(name: string, row: Row): void {
  const { route, as = 'nobody', given, provoke, expect: hold } = row;
  test(name, async ({ page, vigia, someone }) => {
    const world: Fixtures = { page, vigia, someone };
    if (as === 'someone') {
      await page.context().setStorageState(someone.storage);
      await roomForAStream(world);
    }
    await given?.(world);
    await page.goto(`${vigia.origin}${route}`);
    await provoke?.(world);
    await hold(world);
  });
}

/** A person has three live streams, and a busy server hears late that the rows before have closed theirs. */
export const roomForAStream: Step = ({ vigia }) =>
  expect
    .poll(async () => {
      const metrics = await (await fetch(`${vigia.origin}/metrics`)).text();
      return Number(/^vigia_stream_clients (\d+)$/m.exec(metrics)?.[1] ?? 0);
    })
    .toBeLessThan(streamsPerPerson);

/** Several steps as one. */
export const inOrder =
  (...steps: readonly Step[]): Step =>
  async (world) => {
    for (const step of steps) await step(world);
  };
