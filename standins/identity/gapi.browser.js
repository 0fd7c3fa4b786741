// Replacement of https://apis.google.com/js/api.js: the part firebase/auth uses to talk to its hidden frame.
// Loaded before the SDK, so that the SDK does not request the original.
(() => {
  const script = document.currentScript;
  const callbacks = new Map();
  let lastId = 0;

  /** Request-response channel to another window over postMessage. */
  function createPeer(getWindow) {
    const handlers = new Map();
    addEventListener('message', async ({ data, source }) => {
      if (!data?.gapi || source !== getWindow()) return;
      if (data.answers) {
        try {
          callbacks.get(data.answers)?.([data.data]);
        } catch {
          // The SDK's storage callback throws even on success; that must not become a page error.
        }
        callbacks.delete(data.answers);
        return;
      }
      const handler = handlers.get(data.name);
      if (!handler) return;
      source.postMessage({ gapi: true, answers: data.id, data: await handler(data.data) }, '*');
    });
    return {
      register: (name, handler) => handlers.set(name, handler),
      restyle: async () => [],
      send(name, data, done) {
        lastId += 1;
        const id = `${Math.random()}-${lastId}`;
        if (done) callbacks.set(id, done);
        getWindow().postMessage({ gapi: true, id, name, data }, '*');
      },
    };
  }

  let parentPeer = null;
  const context = {
    getParentIframe() {
      parentPeer ??= createPeer(() => window.parent);
      return parentPeer;
    },
    open({ where, url }, opened) {
      const frame = document.createElement('iframe');
      frame.src = url;
      frame.hidden = true;
      frame.title = 'Acceso con Google';
      frame.setAttribute('aria-hidden', 'true');
      const loaded = new Promise((resolve) => {
        frame.addEventListener('load', resolve);
      });
      const inner = createPeer(() => frame.contentWindow);
      inner.ping = (done) =>
        loaded.then(() => {
          done();
          return [];
        });
      where.appendChild(frame);
      return opened(inner);
    },
  };

  window.gapi = {
    load: (_name, options) => (options.callback ?? options)(),
    iframes: {
      Iframe: class {},
      CROSS_ORIGIN_IFRAMES_FILTER: () => true,
      getContext: () => context,
    },
  };

  const onload = script?.src && new URL(script.src).searchParams.get('onload');
  if (onload) window[onload]?.();
})();
