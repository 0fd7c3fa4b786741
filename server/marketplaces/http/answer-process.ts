/** Process of a source: reads answers by the mapping it was started with, one after the other. Ends with the one that started it. */
import { Worker } from 'node:worker_threads';
import { createAnswerReader } from './read-answer.ts';

const [, , shape = '', parentPid] = process.argv;
// In the middle of a loop it does not see its channel close: a thread looks for its parent.
new Worker(new URL('./end-with-parent.ts', import.meta.url), { workerData: parentPid }).unref();
const read = createAnswerReader(JSON.parse(shape));
process.on('message', (body: string) => {
  void read(body).then((page) => process.send?.(page));
});
process.send?.('ready');
