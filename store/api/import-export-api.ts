/** Endpoints for downloads, threshold import, and closing or erasing the account. */
import type { AlertsQuery } from '#contract/alerts.ts';
import type { RawQuery } from '#contract/monitoring.ts';
import type { ImportReport, TransferFormat } from '#contract/threshold-import-export.ts';
import type { ProfileDeleted, ProfileDeletionQuery } from '#contract/users.ts';
import { baseApi } from './base-api.ts';

/** A file as text, an error as JSON. Downloads are mutations, so that they are not cached. */
const asFile = async (response: Response): Promise<unknown> =>
  response.ok ? response.text() : response.json();
const csv = { accept: 'text/csv' };

export interface ThresholdImport {
  readonly file: string;
  readonly format: TransferFormat;
  /** Validates and reports only; nothing is saved. */
  readonly dryRun: boolean;
}

const importExportApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    downloadMyData: build.mutation<string, void>({
      query: () => ({ url: 'api/users/export', responseHandler: asFile }),
    }),
    downloadThresholds: build.mutation<string, TransferFormat>({
      query: (formato) => ({
        url: 'api/users/thresholds',
        params: { formato },
        responseHandler: asFile,
      }),
    }),
    downloadAlerts: build.mutation<string, AlertsQuery>({
      query: (params) => ({
        url: 'api/users/alerts',
        params,
        headers: csv,
        responseHandler: asFile,
      }),
    }),
    downloadCollectibles: build.mutation<string, RawQuery>({
      query: (params) => ({
        url: 'api/monitoring/raw',
        params,
        headers: csv,
        responseHandler: asFile,
      }),
    }),
    importThresholds: build.mutation<ImportReport, ThresholdImport>({
      query: ({ file, format, dryRun }) => ({
        url: 'api/users/thresholds/import',
        method: 'POST',
        params: { prueba: dryRun ? '1' : '0' },
        headers: { 'content-type': format === 'csv' ? 'text/csv' : 'application/json' },
        body: file,
      }),
      invalidatesTags: (report) => (report?.aplicado ? ['Settings'] : []),
    }),
    /** The server revokes all sessions: the caller must sign out next. */
    deleteProfile: build.mutation<ProfileDeleted, ProfileDeletionQuery>({
      query: (params) => ({ url: 'api/users/profile', method: 'DELETE', params }),
      extraOptions: { deletesAccount: true },
    }),
  }),
});

export const {
  useDownloadMyDataMutation,
  useDownloadThresholdsMutation,
  useDownloadAlertsMutation,
  useDownloadCollectiblesMutation,
  useImportThresholdsMutation,
  useDeleteProfileMutation,
} = importExportApi;
/** For tests without components. */
export const importExportEndpoints = importExportApi.endpoints;
