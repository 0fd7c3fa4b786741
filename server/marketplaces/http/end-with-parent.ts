/** Thread that ends its process once the process that started it has ended. */
import { workerData } from 'node:worker_threads';

const pollMs = 1_000;

setInterval(() => {
  if (process.ppid !== Number(workerData)) process.kill(process.pid, 'SIGKILL');
}, pollMs);
