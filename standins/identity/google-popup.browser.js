// Script of the Google sign-in popup: posts the chosen account to the hidden frame inside the app.
const query = new URLSearchParams(location.search);

/** Finds the app's frame of this origin through `window.opener`. @returns false when there is none */
function postToFrame(authEvent) {
  for (let i = 0; i < (window.opener?.length ?? 0); i += 1) {
    try {
      const frame = window.opener[i];
      const { pathname, search } = frame.location;
      if (pathname !== '/emulator/auth/iframe') continue;
      // An app with several Auth instances has a frame for each.
      if (new URLSearchParams(search).get('appName') !== query.get('appName')) continue;
      frame.postMessage({ authEvent }, location.origin);
      return true;
    } catch {
      // A frame of another origin.
    }
  }
  return false;
}

function signIn({ sub, email, name, verified }) {
  const idToken = JSON.stringify({ sub, email, email_verified: verified, ...(name && { name }) });
  const response = new URLSearchParams({ providerId: 'google.com', id_token: idToken });
  const isPosted = postToFrame({
    type: query.get('authType'),
    eventId: query.get('eventId'),
    urlResponse: `${location.origin}${location.pathname}?${response}`,
    sessionId: 'local',
    postBody: '',
    tenantId: null,
    error: null,
  });
  if (!isPosted) {
    document.querySelector('#problema').textContent =
      'La ventana que pidió el acceso ya no está. Cierra esta y vuelve a intentarlo.';
  }
}

document.querySelector('#otra').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const email = String(form.get('email')).trim().toLowerCase();
  signIn({
    sub: `google-${email}`,
    email,
    name: String(form.get('name')).trim(),
    verified: !form.has('unverified'),
  });
});

for (const button of document.querySelectorAll('[data-sub]')) {
  const { sub, email, name } = button.dataset;
  button.addEventListener('click', () => signIn({ sub, email, name, verified: true }));
}

document.querySelector('#cancelar').addEventListener('click', () => window.close());

// Inert until the listeners are attached, so that no click is lost.
document.querySelector('main').inert = false;
