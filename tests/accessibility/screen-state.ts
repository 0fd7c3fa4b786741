/** Type of a screen state: a route, and the steps that bring a page to the state. */
import type { Page } from '@playwright/test';

export interface ScreenState {
  readonly name: string;
  readonly path: string;
  /** Opened with a signed-in session. */
  readonly signedIn?: true;
  /** Brings the page to the state and waits until it is there. */
  readonly reach?: (page: Page) => Promise<void>;
}
