// The smallest app that signs in with Google: what the browser test of the Google window loads.
import { initializeApp } from 'firebase/app';
import {
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithPopup,
} from 'firebase/auth';

const { identity } = document.body.dataset;
// The SDK insists on an authDomain, then never asks it: the emulator's address takes its place.
const settings = { apiKey: 'local', projectId: 'demo-vigia', authDomain: 'demo-vigia.local' };
const auth = initializeAuth(initializeApp(settings), {
  persistence: inMemoryPersistence,
  popupRedirectResolver: browserPopupRedirectResolver,
});
connectAuthEmulator(auth, identity, { disableWarnings: true });

document.querySelector('button').addEventListener('click', async () => {
  const output = document.querySelector('output');
  output.textContent = 'esperando';
  try {
    const { user } = await signInWithPopup(auth, new GoogleAuthProvider());
    output.textContent = `dentro ${user.email} ${user.displayName}`;
  } catch (cause) {
    output.textContent = cause.code;
  }
});
document.body.dataset.ready = 'si';
