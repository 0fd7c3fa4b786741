// Answers given script URLs with empty scripts in every tab, over the DevTools Protocol; a bench may be offline.

/**
 * @param {number} port DevTools port of the browser
 * @param {readonly string[]} addresses URL patterns, for instance `https://apis.google.com/*`
 * @returns function that closes the connection
 */
export async function stubScripts(port, addresses) {
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
    if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'page')
      send(
        'Fetch.enable',
        { patterns: addresses.map((urlPattern) => ({ urlPattern })) },
        params.sessionId,
      );
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
