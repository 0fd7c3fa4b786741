/** The page shown without a network while the app cannot be: the stored build is deleted, and the new one not complete yet. */

export const offlinePage = (): Response =>
  new Response(
    `<!doctype html><html lang="es"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sin conexión · Vigía</title>
<style>:root{color-scheme:light dark}body{font:17px/1.5 system-ui,sans-serif;max-width:36em;margin:20vh auto;padding:0 24px}</style>
<h1>Sin conexión</h1>
<p>Hay una versión nueva de Vigía y falta por descargar. Recarga cuando vuelva la red. Tus alertas no dependen de esta página: se comprueban en el servidor.</p></html>`,
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } },
  );
