/** Computes when a user's next alert check is due (docs/alerts.md, rule 8). */
import { createHash } from 'node:crypto';

/** Checks are due every `frecuenciaSeconds`, at a phase derived from the uid, so that users spread over the period. */
export function nextCheckAt({
  uid,
  frecuenciaSeconds,
  now,
}: {
  readonly uid: string;
  readonly frecuenciaSeconds: number;
  readonly now: Date;
}): Date {
  const periodMs = frecuenciaSeconds * 1_000;
  const phaseMs = createHash('sha256').update(uid).digest().readUInt32BE(0) % periodMs;
  const periods = Math.floor((now.getTime() - phaseMs) / periodMs);
  return new Date((periods + 1) * periodMs + phaseMs);
}
