/** Optimistic update of the settings: shown before the server answers, undone when it refuses. */
import type { Settings } from '#contract/users.ts';
import { baseApi } from './base-api.ts';
import { trackWrite } from './pending-writes.ts';

interface Lifecycle<Answer> {
  readonly dispatch: (action: never) => unknown;
  readonly extra: unknown;
  readonly getState: () => unknown;
  readonly queryFulfilled: Promise<{ readonly data: Answer }>;
}

/** Shows a change before the server answers, then what it answered; undone, and read again, when it refuses. */
export async function showOptimistically<Answer>(
  { dispatch, extra, getState, queryFulfilled }: Lifecycle<Answer>,
  change: (settings: Settings) => void,
  applyAnswer?: (settings: Settings, answer: Answer) => void,
): Promise<void> {
  const { util, endpoints } = baseApi;
  const send = dispatch as (action: unknown) => unknown;
  const update = (recipe: (settings: Settings) => void) =>
    send(
      util.updateQueryData('getSettings', undefined, (settings) => {
        recipe(settings);
      }),
    ) as { undo(): void };
  trackWrite(extra, queryFulfilled);
  const optimistic = update(change);
  try {
    const { data } = await queryFulfilled;
    if (applyAnswer !== undefined) update((settings) => applyAnswer(settings, data));
  } catch {
    const state = getState() as Parameters<ReturnType<typeof endpoints.getSettings.select>>[0];
    // A sign-out has emptied the cache meanwhile: nothing is left to undo.
    if (endpoints.getSettings.select()(state).data === undefined) return;
    optimistic.undo();
    // Another tab was first, or a plan limit: refetch.
    send(util.invalidateTags(['Settings', 'Thresholds']));
  }
}
