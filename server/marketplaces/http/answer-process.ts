/** Process of a source: reads answers by the mapping it was started with, one after the other. Ends with the one that started it. */
import { createAnswerReader } from './read-answer.ts';

const read = createAnswerReader(JSON.parse(process.argv[2] ?? ''));
process.on('message', (body: string) => {
  void read(body).then((page) => process.send?.(page));
});
process.send?.('ready');
