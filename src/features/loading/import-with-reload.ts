/**
 * Retries a failed dynamic import. Some browsers cache the failure of a module and never request it again: then reloads
 * the page, but only when the server is reachable.
 * @throws what `load` rejects with, when the server is unreachable
 */
export async function importWithReload<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    if (!(await isServerReachable())) throw cause;
    window.location.reload();
    return new Promise(() => {});
  }
}

function isServerReachable(): Promise<boolean> {
  return fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
