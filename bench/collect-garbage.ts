/** Forces a full garbage collection, for benches that count memory or time what follows. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Twice: a collection already under way keeps objects allocated since it began. */
export function collectGarbage(): void {
  collect();
  collect();
}
