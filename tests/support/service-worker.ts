/** The scope and the events of a service worker, of which Node has none: what a test does not give is not there. */
import type { WorkerScope } from '#src/service-worker/worker-scope.ts';

export const workerScope = (part: object) => part as WorkerScope;

/** @returns what the worker responds with, once it is done; null when it leaves that to the network */
export async function dispatch<Event extends object>(
  handle: (event: Event) => void,
  part: object = {},
): Promise<Response | null> {
  const tasks: Promise<unknown>[] = [];
  const responses: Promise<Response>[] = [];
  const event: object = {
    ...part,
    waitUntil: (task: Promise<unknown>) => void tasks.push(task),
    respondWith: (response: Promise<Response>) => void responses.push(response),
  };
  handle(event as Event);
  const [response = null] = await Promise.all(responses);
  await Promise.all(tasks);
  return response;
}
