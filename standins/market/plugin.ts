/** Double of the marketplace's pages, which “Ver en el mercado” opens: says which collectible was asked for, and by whom. */
import type { FastifyPluginAsync } from 'fastify';
import { html } from '#domain/html.ts';
import { sendPage, servePageFiles } from '../pages/local-page.ts';

export const marketPagesPath = '/__local/mercado/coleccionable';

export const marketPages: FastifyPluginAsync = async (app) => {
  servePageFiles(app);
  app.get<{ Params: { id: string } }>(`${marketPagesPath}/:id`, async (request, reply) =>
    sendPage(reply, {
      title: 'Mercado de prueba',
      notice: 'Herramienta local. No forma parte del producto.',
      body: html`<main id="contenido" class="control"><h1 class="title">Mercado de prueba</h1>
<p>Aquí estaría la página del coleccionable <b>${request.params.id}</b> en el mercado.</p>
<p class="meta">Página de la que se viene: ${request.headers.referer ?? 'no se sabe'}.</p></main>`,
    }),
  );
};
