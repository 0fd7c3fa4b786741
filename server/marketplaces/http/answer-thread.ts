/** Thread of a source: reads answers by the mapping it was started with, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { createAnswerReader } from './read-answer.ts';

const read = createAnswerReader(workerData);
parentPort?.on('message', (body: string) => {
  void read(body).then((page) => parentPort?.postMessage(page));
});
parentPort?.postMessage('ready');
