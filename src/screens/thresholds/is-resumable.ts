/** Which pauses their owner can end. */
import type { Umbral } from '#store/api/api-types.ts';

/** A kicked-off match does not come back, and what has expired needs another date. */
export const isResumable = (pausa: Umbral['pausa']): boolean =>
  pausa !== null && pausa !== 'inicio' && pausa !== 'caducado';
