/** A button pressed before its code had come, which index.html remembers, is pressed again once it has. */
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
