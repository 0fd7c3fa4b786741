/** Table-driven tests: each row of the specification is a test with a route, a setup, an action and an expectation. */
import { register } from '#tests/support/account.ts';
import { failOnErrors } from '#tests/support/playwright-test.ts';
import { expect, type Fixtures, test, type Visitor } from './fixtures.ts';
import { newEmail } from './users.ts';

export type Step = (fixtures: Fixtures) => Promise<unknown>;

export interface SpecRow {
  /** The specification's line, shortened; the second half of the test's name. */
  readonly title: string;
  /** Other sections that say the same, each counted as a row of its own, for instance `§9 Constantes`. */
  readonly also?: readonly string[];
  readonly route: string;
  /** The user of all rows, or a new one, for what must not show in other rows. */
  readonly as?: Visitor | 'newcomer';
  /** Setup before the page opens, for instance a clock or a stubbed error. */
  readonly given?: Step;
  /** A row without `given` and `when` reads a page shared with other rows. */
  readonly when?: Step;
  /** What the row does to that page ends with the next load, for instance words typed: the row loads it and the next. */
  readonly undoneByLoad?: true;
  readonly expect: Step;
}

/** A row takes about a second, on a busy machine a quarter of a minute. */
const rowTimeoutMs = 90_000;
const streamsPerUser = 3;
/** A page of the same origin without the app. */
const blankRoute = '/health';

/** @param title as the reporter prints it, for instance `§5 Validación` */
export function section(title: string, rows: readonly SpecRow[]): void {
  test.describe(title, () => {
    test.describe.configure({ timeout: rowTimeoutMs });
    for (const row of rows) {
      const name = `${row.route} · ${row.title}`;
      const { as = 'anonymous', given, when, undoneByLoad } = row;
      if (undoneByLoad && as !== 'newcomer') declareLoadedPageTest(name, row, as);
      else if (given !== undefined || when !== undefined || as === 'newcomer')
        declareRowTest(name, row);
      else declareSharedPageTest(name, row, as);
    }
  });
}

const detailsOf = ({ also = [] }: SpecRow) => ({
  annotation: also.map((description) => ({ type: 'section', description })),
});

function declareSharedPageTest(name: string, row: SpecRow, as: Visitor): void {
  const { route, expect: assertRow } = row;
  test(name, detailsOf(row), async ({ sharedPages, vigia, user }) => {
    await assertRow({ page: await sharedPages(route, as), vigia, user });
  });
}

function declareLoadedPageTest(name: string, row: SpecRow, as: Visitor): void {
  const { route, when, expect: assertRow } = row;
  test(name, detailsOf(row), async ({ sharedPages, vigia, user, expectedErrors }) => {
    const page = await sharedPages(blankRoute, as);
    await failOnErrors(page, expectedErrors, async () => {
      const fixtures: Fixtures = { page: await sharedPages(route, as), vigia, user };
      await when?.(fixtures);
      await assertRow(fixtures);
    });
    await sharedPages(blankRoute, as);
  });
}

function declareRowTest(name: string, row: SpecRow): void {
  const { route, as = 'anonymous', given, when, expect: assertRow } = row;
  test(name, detailsOf(row), async ({ page, vigia, user }) => {
    const fixtures: Fixtures = { page, vigia, user };
    if (as === 'signedIn') {
      await page.context().setStorageState(user.storage);
      await waitForFreeStream(fixtures);
    }
    await given?.(fixtures);
    if (as === 'newcomer') await register(page, vigia.origin, newEmail(), route);
    else await page.goto(`${vigia.origin}${route}`);
    await when?.(fixtures);
    await assertRow(fixtures);
  });
}

/** Waits until earlier rows' live streams have closed: a user may have three, and a busy server closes them late. */
export const waitForFreeStream: Step = ({ vigia }) =>
  expect
    .poll(async () => {
      const metrics = await (await fetch(`${vigia.origin}/metrics`)).text();
      return Number(/^vigia_sse_connections (\d+)$/m.exec(metrics)?.[1] ?? 0);
    })
    .toBeLessThan(streamsPerUser);

/** Runs steps one after the other. */
export const inOrder =
  (...steps: readonly Step[]): Step =>
  async (fixtures) => {
    for (const step of steps) await step(fixtures);
  };
