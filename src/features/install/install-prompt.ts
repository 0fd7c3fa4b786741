/** The browser's offer to install the app (`beforeinstallprompt`), stored from the page's start until it is asked for. */

interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>;
}

let prompt: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function store(next: InstallPrompt | null): void {
  prompt = next;
  for (const notify of listeners) notify();
}

/** Early: the browser makes its offer once, perhaps before any screen is shown. */
export function storeInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Otherwise it would ask by itself, over the first page.
    event.preventDefault();
    store(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => store(null));
}

export const readInstallPrompt = (): InstallPrompt | null => prompt;

export function onInstallPrompt(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Asks the user; an offer can be used once. */
export function installApp(): void {
  void prompt?.prompt();
  store(null);
}
