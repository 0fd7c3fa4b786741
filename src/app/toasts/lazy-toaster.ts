/** Shows toasts with code that is loaded when it is needed. */
import type { ShowToast } from '#src/features/session/session-context.ts';

const retryMs = 2_000;

interface Toaster {
  showToast(...toast: Parameters<ShowToast>): Promise<void>;
}

/** @param load rejects when the chunk does not arrive */
export function createLazyToaster(load: () => Promise<Toaster>): ShowToast {
  return (...toast) => {
    const show = async () => (await load()).showToast(...toast);
    // A chunk that did not load is requested once more; a toast that comes minutes late would only confuse.
    show().catch(() => setTimeout(() => show().catch(() => {}), retryMs));
  };
}
