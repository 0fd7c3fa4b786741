/** Hides or shows the tab: jsdom has no window that could do it. */
import { vi } from 'vitest';

/** Undone by vi.restoreAllMocks. */
export function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
