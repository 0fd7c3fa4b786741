/** Strict ISO 8601 parser for instants with an offset. */
const shape =
  /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** @returns null for anything but ISO 8601 with date, time to the second and offset, on a day that exists, of the years 1 to 9999 in UTC */
export function parseInstant(text: unknown): Date | null {
  if (typeof text !== 'string') return null;
  const parts = shape.exec(text);
  if (parts === null) return null;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  // Date.parse accepts 30 February and moves it into March.
  if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return null;
  const instant = new Date(text);
  const utcYear = instant.getUTCFullYear();
  // JSON writes others with a sign or as 0000, which PostgreSQL does not read. NaN is neither.
  return utcYear >= 1 && utcYear <= 9_999 ? instant : null;
}
