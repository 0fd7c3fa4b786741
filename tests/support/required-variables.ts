/** A value for each required environment variable of the server, in production too. */

export const requiredVariables = {
  APP_ORIGIN: 'https://vigia.test',
  LANDING_URL: 'https://vigia.test',
  SUPPORT_EMAIL: 'ayuda@vigia.test',
  DATABASE_URL: 'postgres://127.0.0.1:9/vigia',
  FIREBASE_PROJECT_ID: 'vigia-produccion',
  FIREBASE_API_KEY: 'clave-de-produccion',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Vigía <avisos@vigia.test>',
  LINK_SECRET: 'una-clave-que-solo-sirve-para-esta-prueba',
  STRIPE_SECRET_KEY: 'sk_test_nunca_usada',
  STRIPE_TEST_MODE: '1',
  STRIPE_WEBHOOK_SECRET: 'whsec_nunca_usado',
  EMAILJS_PUBLIC_KEY: 'publica',
  EMAILJS_SERVICE_ID: 'servicio',
  EMAILJS_TEMPLATE_ID: 'plantilla',
  /** Instead of a build. */
  DIST_DIR: 'tests/support/minimal-dist',
};
