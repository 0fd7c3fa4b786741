// Prepares every tab over the DevTools Protocol: given script URLs are answered with empty scripts, for a bench may be
// offline; a saved session is stored again before each page runs, for an audit begins by clearing the storage.

/**
 * @param {number} port DevTools port of the browser
 * @param {object} options
 * @param {readonly string[]} options.emptyScripts URL patterns, for instance `https://apis.google.com/*`
 * @param {readonly { name: string, value: string }[]} options.localStorage entries every page finds
 * @returns function that closes the connection
 */
export async function prepareTabs(port, { emptyScripts, localStorage }) {
  const { webSocketDebuggerUrl } = await (
    await fetch(`http://127.0.0.1:${port}/json/version`)
  ).json();
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  let last = 0;
  const send = (method, params, sessionId) => {
    last += 1;
    socket.send(JSON.stringify({ id: last, method, params, sessionId }));
  };
  socket.onmessage = ({ data }) => {
    const { method, params, sessionId } = JSON.parse(data);
    if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'page') {
      send(
        'Fetch.enable',
        { patterns: emptyScripts.map((urlPattern) => ({ urlPattern })) },
        params.sessionId,
      );
      send('Page.enable', {}, params.sessionId);
      const source = `for (const { name, value } of ${JSON.stringify(localStorage)}) localStorage.setItem(name, value)`;
      send('Page.addScriptToEvaluateOnNewDocument', { source }, params.sessionId);
    }
    if (method === 'Fetch.requestPaused')
      send(
        'Fetch.fulfillRequest',
        {
          requestId: params.requestId,
          responseCode: 200,
          responseHeaders: [{ name: 'content-type', value: 'text/javascript' }],
        },
        sessionId,
      );
  };
  send('Target.setAutoAttach', { autoAttach: true, flatten: true, waitForDebuggerOnStart: false });
  return () => socket.close();
}
