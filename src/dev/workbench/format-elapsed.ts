/** `1:02:03.4`: milliseconds as a stopwatch shows them. */
export function formatElapsed(ms: number): string {
  // Rounded first: 59.99 s is a minute.
  const tenths = Math.round(ms / 100);
  const seconds = ((tenths / 10) % 60).toFixed(1).padStart(4, '0');
  const minutes = Math.floor(tenths / 600) % 60;
  const hours = Math.floor(tenths / 36_000);
  return hours === 0
    ? `${minutes}:${seconds}`
    : `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`;
}
