/** Double of the external landing page, to which “Volver al inicio” leads: says what it stands for, and links the local tools. */
import type { FastifyPluginAsync } from 'fastify';
import { brand } from '#domain/brand.ts';
import { html } from '#domain/html.ts';
import { sendPage, servePageFiles } from '../pages/local-page.ts';
import { toolHeader } from '../pages/tool-header.ts';

export const landingPath = '/__local';

export const landingPage: FastifyPluginAsync = async (app) => {
  servePageFiles(app);
  app.get(landingPath, async (_request, reply) =>
    sendPage(reply, {
      title: 'Inicio de prueba',
      notice: 'Herramienta local. No forma parte del producto.',
      body: html`${toolHeader(null)}
<main id="contenido" class="control"><h1 class="title">${brand.tagline}</h1>
<p>Aquí estaría la página de presentación de ${brand.name}, que es otro sitio web: LANDING_URL.</p>
<ul class="ways"><li><a href="/register">Crear una cuenta</a></li>
<li><a href="/login">Iniciar sesión</a></li>
<li><a href="/how-it-works">Cómo funciona</a></li>
<li><a href="/__local/buzon">Buzón: todo lo que se envía por correo</a></li>
<li><a href="/__local/pagos">Pagos de prueba</a></li>
<li><a href="/__local/canales">Canales de prueba</a></li>
<li><a href="/__local/mercado">Mercado: pausa, velocidad</a></li></ul></main>`,
    }),
  );
};
