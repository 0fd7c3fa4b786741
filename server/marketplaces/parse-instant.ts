/** Strict ISO 8601 parser for instants with an offset. */
const shape =
  /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** @returns null for anything but ISO 8601 with date, time to the second and offset, on a day that exists */
export function parseInstant(text: unknown): Date | null {
  if (typeof text !== 'string') return null;
  const parts = shape.exec(text);
  if (parts === null) return null;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  // Date.parse accepts 30 February and moves it into March.
  if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
