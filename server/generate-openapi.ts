/** Generates the OpenAPI document from the registered routes, which are never called. */
import { createAppWithoutServices } from './app-without-services.ts';
import { createPool } from './db/pool.ts';
import type { OpenApi } from './openapi/build-document.ts';

export async function generateOpenApi(): Promise<OpenApi> {
  const pool = createPool('postgres://127.0.0.1:9/none');
  const { app, close } = await createAppWithoutServices({
    pool,
    readPool: pool,
    verifyToken: () => Promise.reject(new Error('never called')),
  });
  try {
    await app.ready();
    return app.swagger() as unknown as OpenApi;
  } finally {
    await close();
    await pool.end();
  }
}
