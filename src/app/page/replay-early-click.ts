/** Replays a click made before hydration, which index.html recorded. */
declare global {
  interface Window {
    earlyClick?: { button: HTMLButtonElement | null; readonly stop: () => void };
  }
}

export function replayEarlyClick(): void {
  window.earlyClick?.stop();
  window.earlyClick?.button?.click();
  delete window.earlyClick;
}
