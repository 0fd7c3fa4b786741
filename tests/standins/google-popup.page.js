// Minimal app with Google sign-in, loaded by the browser test of the Google sign-in popup.
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
// The SDK requires an authDomain but uses the emulator's address instead.
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
