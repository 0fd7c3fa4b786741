/** What the identity service's outcomes are called in Spanish (specification, section 8). Verbatim. */

type Sentences = Readonly<Record<string, string>> & { readonly other: string };

const shared = {
  'auth/network-request-failed': 'Sin conexión. Inténtalo de nuevo',
};

export const signUpErrors: Sentences = {
  ...shared,
  'auth/email-already-in-use': 'Este correo ya está registrado',
  'auth/weak-password': 'La contraseña debe tener al menos 6 caracteres',
  'auth/invalid-email': 'Correo electrónico inválido',
  other: 'Error al crear la cuenta',
};

export const signInErrors: Sentences = {
  ...shared,
  'auth/user-not-found': 'Usuario no encontrado',
  'auth/wrong-password': 'Contraseña incorrecta',
  'auth/invalid-email': 'Correo electrónico inválido',
  // With e-mail enumeration protection the service does not say which of the two was wrong.
  'auth/invalid-credential': 'Correo o contraseña incorrectos',
  'auth/too-many-requests': 'Demasiados intentos. Intenta más tarde',
  other: 'Error al iniciar sesión',
};

export const googleErrors: Sentences = {
  ...shared,
  'auth/popup-closed-by-user': 'Inicio de sesión cancelado',
  'auth/popup-blocked': 'Popup bloqueado. Permite popups para este sitio',
  'auth/cancelled-popup-request': 'Solicitud cancelada',
  'auth/account-exists-with-different-credential':
    'Ya existe una cuenta con este email usando otro método',
  other: 'Error al iniciar sesión con Google',
};

export const resetErrors: Sentences = {
  ...shared,
  'auth/user-not-found': 'No existe una cuenta con este correo electrónico',
  'auth/invalid-email': 'Correo electrónico inválido',
  'auth/too-many-requests': 'Demasiados intentos. Intenta más tarde',
  other: 'Error al enviar correo de recuperación',
};

export const resetTexts = {
  missing: 'Por favor ingresa tu correo electrónico',
  sent: '¡Correo de recuperación enviado! Revisa tu bandeja de entrada y spam.',
  failed: 'Error al enviar el correo. Verifica que el email sea correcto.',
};

export const sessionTexts = {
  signedUp: '¡Cuenta creada exitosamente!',
  signedIn: '¡Inicio de sesión exitoso!',
  googleNew: '¡Cuenta creada con Google exitosamente!',
  googleKnown: '¡Inicio de sesión con Google exitoso!',
  signedOut: 'Sesión cerrada exitosamente',
  signOutFailed: 'Error al cerrar sesión',
  unrenewable: 'Token expirado y no se pudo renovar',
};

export const sentenceFor = (sentences: Sentences, code: string): string =>
  sentences[code] ?? sentences.other;
