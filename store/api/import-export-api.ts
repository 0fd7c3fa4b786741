/** What a person does with the account itself: take data along, bring thresholds back, close it, erase it. */
import type { AlertsQuery } from '#contract/alerts.ts';
import type { RawQuery } from '#contract/monitoring.ts';
import type { ImportReport, TransferFormat } from '#contract/threshold-import-export.ts';
import type { ProfileDeleted, ProfileDeletionQuery } from '#contract/users.ts';
import { baseApi } from './base-api.ts';

/** The file as it is; a refusal stays JSON. Downloads are mutations, so that no copy outlives its use. */
const asFile = async (response: Response): Promise<unknown> =>
  response.ok ? response.text() : response.json();
const csv = { accept: 'text/csv' };

export interface ThresholdImport {
  readonly file: string;
  readonly format: TransferFormat;
  /** Says what would happen, and changes nothing. */
  readonly dryRun: boolean;
}

const accountApi = baseApi.injectEndpoints({
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
    /** Its sessions end with it: whoever calls this signs out next. */
    deleteProfile: build.mutation<ProfileDeleted, ProfileDeletionQuery>({
      query: (params) => ({ url: 'api/users/profile', method: 'DELETE', params }),
      extraOptions: { endsAccount: true },
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
} = accountApi;
/** For tests, which have no components. */
export const accountEndpoints = accountApi.endpoints;
