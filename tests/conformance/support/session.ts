/** Steps: sign in the fixture's user; assert that the token is stored, or gone. */

import { storedToken } from './expectations.ts';
import { expect } from './fixtures.ts';
import { type Step, waitForFreeStream } from './spec-row.ts';
import * as users from './users.ts';

export const signInUser: Step = async (fixtures) => {
  const { page, user } = fixtures;
  await waitForFreeStream(fixtures);
  await users.signIn(page, user.email, user.password);
  await page.waitForURL('**/dashboard');
};

export const expectTokenStored: Step = async (fixtures) => {
  await expect.poll(() => storedToken(fixtures)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]*$/);
};
export const expectNoToken: Step = async (fixtures) => {
  await expect.poll(() => storedToken(fixtures)).toBeNull();
};
