/** Texts of /login and /register. */
export const signInCopy = {
  what: 'Precios de entradas y coleccionables de partidos. Te avisamos cuando cruzan el tuyo.',
  poster: 'Tú marcas la línea. Nosotros miramos.',
  stub: 'Conserva este resguardo',
  loginTitle: 'Vuelve a tu puesto',
  registerTitle: 'Ocupa tu puesto',
  resetTitle: 'Recupera el acceso',
  resetLead: 'Escribe tu correo y te enviamos un enlace para elegir otra contraseña.',
  google: 'Continuar con Google',
  orByMail: 'o con tu correo',
  username: 'Nombre de usuario',
  email: 'Correo electrónico',
  password: 'Contraseña',
  confirmation: 'Confirmar contraseña',
  forgot: '¿Olvidaste tu contraseña?',
  signIn: 'Iniciar sesión',
  createAccount: 'Crear cuenta',
  sendLink: 'Enviar enlace',
  back: 'Volver',
  firstTime: '¿Es tu primera vez?',
  register: 'Regístrate',
  haveAccount: '¿Ya tienes cuenta?',
  login: 'Inicia sesión',
  startsInBasic: 'Empiezas en Básico: 3 partidos y 5 umbrales, sin tarjeta.',
  independent: 'Producto independiente, sin relación con clubes, federaciones ni torneos.',
  howItWorks: 'Cómo funciona',
  opensInNewTab: '(se abre en otra pestaña)',
  landing: 'Volver al inicio',
  terms: 'Términos',
  privacy: 'Privacidad',
} as const;

const show = 'Mostrar';
const hide = 'Ocultar';
export const passwordWords = {
  show,
  hide,
  showName: 'Mostrar contraseña',
  hideName: 'Ocultar contraseña',
};
export const confirmationWords = {
  show,
  hide,
  showName: 'Mostrar contraseña de confirmación',
  hideName: 'Ocultar contraseña de confirmación',
};

/** Fixed wording. */
export const registrationErrors = {
  usernameMissing: 'El nombre de usuario es requerido',
  usernameShort: 'El nombre de usuario debe tener al menos 3 caracteres',
  usernameLong: 'El nombre de usuario debe tener como mucho 40 caracteres',
  usernameCharacters: 'El nombre de usuario no puede llevar < ni >',
  emailMissing: 'El correo electrónico es requerido',
  emailInvalid: 'El correo electrónico no es válido',
  passwordMissing: 'La contraseña es requerida',
  passwordShort: 'La contraseña debe tener al menos 6 caracteres',
  confirmationMissing: 'Confirma tu contraseña',
  confirmationDiffers: 'Las contraseñas no coinciden',
} as const;
