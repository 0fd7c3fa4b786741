/** Endpoints for file downloads and threshold import. */
import type { FileFormat, ImportReport } from '#contract/threshold-import-export.ts';
import { baseApi } from './base-api.ts';
import { exportTimeoutMs } from './reauth-base-query.ts';

/** A file as text, an error as JSON. Downloads are mutations, so that they are not cached. */
export const textOrError = async (response: Response): Promise<unknown> =>
  response.ok ? response.text() : response.json();

interface ThresholdImport {
  readonly file: string;
  readonly format: FileFormat;
  /** Validates and reports only; nothing is saved. */
  readonly dryRun: boolean;
}

export const importExportApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    downloadMyData: build.mutation<string, void>({
      query: () => ({
        url: 'api/users/export',
        responseHandler: textOrError,
        timeout: exportTimeoutMs,
      }),
    }),
    downloadThresholds: build.mutation<string, FileFormat>({
      query: (format) => ({
        url: 'api/users/thresholds',
        params: { format },
        responseHandler: textOrError,
        timeout: exportTimeoutMs,
      }),
    }),
    /** Of the lines without an error. */
    importThresholds: build.mutation<ImportReport, ThresholdImport>({
      query: ({ file, format, dryRun }) => ({
        url: 'api/users/thresholds/import',
        method: 'POST',
        params: { dryRun: dryRun ? '1' : '0', skipInvalid: '1' },
        headers: { 'content-type': format === 'csv' ? 'text/csv' : 'application/json' },
        body: file,
      }),
      invalidatesTags: (report) =>
        report?.applied ? ['Settings', 'Thresholds', 'WatchedCollectibles', 'WatchedMatches'] : [],
    }),
  }),
});

export const {
  useDownloadMyDataMutation,
  useDownloadThresholdsMutation,
  useImportThresholdsMutation,
} = importExportApi;
