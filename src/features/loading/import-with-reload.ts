/**
 * Dynamic import that reloads the page when it fails though the server is reachable; for retries, as some browsers
 * cache the failure of a module and never request it again.
 * @throws what `load` rejects with, when the server is unreachable
 */
export async function importWithReload<Module>(load: () => Promise<Module>): Promise<Module> {
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
