/** The store's account endpoints against the real API: downloads, errors, cache invalidation. */

import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { deleteProfile } from '#store/api/account-deletion-api.ts';
import { baseApi } from '#store/api/base-api.ts';
import { importExportEndpoints } from '#store/api/import-export-api.ts';
import { createAppStore } from '#store/app-store.ts';
import { storeSession } from '#tests/support/store-session.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { openTestApi, seedMarket } from './api.harness.ts';

const api = await openTestApi();
let address: string;
beforeAll(async () => {
  await seedMarket(api.pool);
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => vi.unstubAllGlobals());

/** A store with a `Request` that resolves paths against the test's server, as a browser does with its origin. */
async function storeOf(uid: string) {
  const token = await api.token({ uid });
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(url: string, init?: RequestInit) {
        super(new URL(url, address), init);
      }
    },
  );
  return createAppStore({ session: { ...storeSession(), usableToken: async () => token } });
}
const grant = (uid: string) =>
  api.pool.query(
    `insert into plan_grants values ($1, 'premium', 'test') on conflict (uid) do nothing`,
    [uid],
  );

describe('the account endpoints of the store', () => {
  it('download files and import thresholds', async () => {
    const store = await storeOf('ana');
    const { downloadMyData, downloadThresholds, downloadAlerts, downloadCollectibles } =
      importExportEndpoints;
    const settings = store.dispatch(baseApi.endpoints.getSettings.initiate());
    await settings;
    const rejected = await store.dispatch(downloadThresholds.initiate('csv'));
    expect(rejected.error).toMatchObject({
      status: 402,
      code: 'plan_limit',
      requiredPlan: 'premium',
    });
    await grant('ana');

    const file =
      'id,objetivo,objetivo_id,categoria,condicion,valor,moneda,banda,pausa,silenciado_hasta\n' +
      't1,coleccionable,c1,,por_debajo,15000,EUR,,,\n';
    const { importThresholds } = importExportEndpoints;
    const importFile = (dryRun: boolean) =>
      store.dispatch(importThresholds.initiate({ file, format: 'csv', dryRun })).unwrap();
    expect(await importFile(true)).toMatchObject({ aplicado: false, total: { crear: 1 } });
    expect(await importFile(false)).toMatchObject({ aplicado: true, total: { crear: 1 } });
    const shown = () => baseApi.endpoints.getSettings.select()(store.getState()).data;
    await waitFor(() => expect(shown()?.configuracion.umbrales).toHaveProperty('t1'));

    const json = await store.dispatch(downloadThresholds.initiate('json')).unwrap();
    expect(JSON.parse(json)).toMatchObject({ umbrales: { t1: { valor: 15_000 } } });
    const again = { file: json, format: 'json', dryRun: false } as const;
    const same = await store.dispatch(importThresholds.initiate(again)).unwrap();
    expect(same.total).toEqual({ crear: 0, cambiar: 0, igual: 1, rechazar: 0 });
    expect(await store.dispatch(downloadAlerts.initiate({})).unwrap()).toMatch(/^id;thresholdId;/);
    expect(await store.dispatch(downloadCollectibles.initiate({})).unwrap()).toContain('c1;');
    const exported = await store.dispatch(downloadMyData.initiate()).unwrap();
    expect(JSON.parse(exported)).toMatchObject({ cuenta: { uid: 'ana' } });
    settings.unsubscribe();
  });

  it('close and erase the account', async () => {
    const store = await storeOf('eva');
    const deleteAccount = (modo: 'cerrar' | 'eliminar') =>
      store.dispatch(deleteProfile.initiate({ modo }));
    expect((await deleteAccount('eliminar')).data).toEqual({ modo: 'eliminar' });
    expect((await deleteAccount('cerrar')).error).toMatchObject({ status: 401 });
  });
});
