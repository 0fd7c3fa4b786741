/** A button pressed before its code had come, which index.html remembers, is pressed again once it has. */
declare global {
  interface Window {
    earlyPress?: { button: HTMLButtonElement | null; readonly stop: () => void };
  }
}

export function repeatEarlyPress(): void {
  window.earlyPress?.stop();
  window.earlyPress?.button?.click();
  delete window.earlyPress;
}
