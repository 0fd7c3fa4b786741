/** A whole garbage collection now, for benches that count memory or time what follows. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Twice, for a collection that is under way already lets live what has come meanwhile. */
export function collectGarbage(): void {
  collect();
  collect();
}
