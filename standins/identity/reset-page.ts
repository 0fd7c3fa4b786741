/** `/__local/restablecer`: password reset page, opened from the mail's link. A plain form, no scripts. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { type Html, html } from '#domain/html.ts';
import { minPasswordLength } from '#domain/profile.ts';
import { sendPage, servePageFiles } from '../pages/local-page.ts';
import type { IdentityStore } from './accounts.ts';
import { GoogleError } from './google-error.ts';
import type { identityOperations } from './operations.ts';
import { findByResetCode, resetPagePath } from './password-reset.ts';

const codeQuery = z.object({ oobCode: z.string().catch('') });
const passwordForm = z.object({ password: z.string().catch(''), repeated: z.string().catch('') });

export function registerResetPage(
  app: FastifyInstance,
  store: IdentityStore,
  { resetPassword }: Pick<ReturnType<typeof identityOperations>, 'resetPassword'>,
): void {
  servePageFiles(app);

  app.get(resetPagePath, async (request, reply) => {
    const { oobCode } = codeQuery.parse(request.query);
    return show(reply, formOrExpired(store, oobCode, null));
  });

  app.post(resetPagePath, async (request, reply) => {
    const { oobCode } = codeQuery.parse(request.query);
    const { password, repeated } = passwordForm.parse(request.body);
    const error = passwordError(password, repeated);
    if (error) return show(reply.code(422), formOrExpired(store, oobCode, error));
    try {
      await resetPassword({ oobCode, newPassword: password }, '');
    } catch (cause) {
      if (!(cause instanceof GoogleError)) throw cause;
      return show(reply.code(422), expiredPage());
    }
    return show(reply, changedPage());
  });
}

function passwordError(password: string, repeated: string): string | null {
  if (!password) return 'La contraseña es requerida';
  if (password.length < minPasswordLength) {
    return `La contraseña debe tener al menos ${minPasswordLength} caracteres`;
  }
  return password === repeated ? null : 'Las contraseñas no coinciden';
}

function show(reply: FastifyReply, content: Html): FastifyReply {
  return sendPage(reply, {
    title: 'Contraseña nueva',
    notice: 'Herramienta local. Sustituye a la página de recuperación del servicio de cuentas.',
    body: html`<main id="contenido" class="card">${content}</main>`,
  });
}

function formOrExpired(store: IdentityStore, oobCode: string, error: string | null): Html {
  try {
    return form(findByResetCode(store, oobCode).email, oobCode, error);
  } catch (cause) {
    if (!(cause instanceof GoogleError)) throw cause;
    return expiredPage();
  }
}

function form(email: string, oobCode: string, error: string | null): Html {
  return html`<div><h1 class="title">Elige una contraseña nueva</h1><p>Para ${email}</p></div>
<form method="post" action="${resetPagePath}?oobCode=${encodeURIComponent(oobCode)}">
<input class="vh" type="text" name="email" value="${email}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>
<div class="field"><label for="nueva">Contraseña nueva</label>
<input class="input" id="nueva" name="password" type="password" autocomplete="new-password" required aria-describedby="problema"></div>
<div class="field"><label for="repetida">Confirmar contraseña</label>
<input class="input" id="repetida" name="repeated" type="password" autocomplete="new-password" required></div>
<p id="problema" class="error" role="alert">${error}</p>
<button class="btn btn--primary">Guardar contraseña</button></form>`;
}

function expiredPage(): Html {
  return html`<h1 class="title">Este enlace ya no sirve</h1>
<p>Caduca al cabo de una hora y vale para una sola vez. Pide otro desde la pantalla de inicio de sesión.</p>
<a class="btn" href="/login">Ir a iniciar sesión</a>`;
}

function changedPage(): Html {
  return html`<h1 class="title">Contraseña cambiada</h1>
<p role="status">Ya puedes iniciar sesión con ella. Las sesiones que hubiera abiertas se han cerrado.</p>
<a class="btn btn--primary" href="/login">Iniciar sesión</a>`;
}
