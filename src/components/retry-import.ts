/**
 * Asks for code that did not come. Some browsers remember that a module failed and refuse it from then on without asking
 * the network: then only a new page helps, and only where the server is there to give it.
 */
export async function importWithReload<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    if (!(await isServerThere())) throw cause;
    window.location.reload();
    return new Promise(() => {});
  }
}

function isServerThere(): Promise<boolean> {
  return fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
