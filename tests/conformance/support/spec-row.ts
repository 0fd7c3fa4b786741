/** Table-driven tests: each row of the specification is a test with a route, a setup, an action and an expectation. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { setupWebLocks } from '#tests/support/web-locks.ts';
import { closePage, leavePages, openPage, sessionKnown, setupPages, type Visitor } from './page.ts';

export type Step = () => unknown;

export interface SpecRow {
  /** The specification's line, shortened; the second half of the test's name. */
  readonly title: string;
  /** Other sections that say the same, each counted as a row of its own, for instance `§9 Constantes`. */
  readonly also?: readonly string[];
  readonly route: string;
  /** The user of all rows, or a new one, for what must not show in other rows. */
  readonly as?: Visitor;
  /** Setup before the page opens, for instance a clock or a stubbed error. */
  readonly given?: Step;
  /** A row without `given` and `when` reads the page that the row before it has opened at the same route. */
  readonly when?: Step;
  readonly expect: Step;
}

declare module 'vitest' {
  interface TaskMeta {
    also?: readonly string[];
  }
}

/** @param title as the reporter prints it, for instance `§5 Validación` */
export function section(title: string, rows: readonly SpecRow[]): void {
  let opened = '';
  const leave = async () => {
    if (opened !== '') await closePage();
    opened = '';
  };
  describe(title, () => {
    setupWebLocks();
    beforeAll(setupPages);
    afterAll(async () => {
      await leave();
      await leavePages();
    });
    for (const {
      title: sentence,
      also = [],
      route,
      as = 'anonymous',
      given,
      when,
      expect,
    } of rows) {
      const isRead = given === undefined && when === undefined && as !== 'newcomer';
      it(`${route} · ${sentence}`, { meta: { also } }, async () => {
        const address = `${as} ${route}`;
        if (!isRead || opened !== address) {
          await leave();
          await given?.();
          opened = address;
          await openPage(route, as);
          // Left in the middle of it, the SDK would store its user for the next page.
          if (isRead && as === 'signedIn') await sessionKnown();
        }
        try {
          await when?.();
          await expect();
        } finally {
          if (!isRead) await leave();
        }
      });
    }
  });
}

/** Runs steps one after the other. */
export const inOrder =
  (...steps: readonly Step[]): Step =>
  async () => {
    for (const step of steps) await step();
  };
