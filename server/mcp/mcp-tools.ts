/** The tools of `/mcp`: what each is for, and the requests to the API that it makes. */
import type * as z from 'zod/mini';
import {
  getHistoryInput,
  getPricesInput,
  listAlertsInput,
  listThresholdsInput,
  searchMatchesInput,
  updateThresholdInput,
} from '#contract/mcp-tools.ts';
import { previewRequest } from '#contract/monitoring.ts';
import { thresholdCreation } from '#contract/thresholds.ts';
import { ruleOf } from '#domain/threshold.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns the body of the answer @throws AppError with what the API says */
export type CallApi = (request: ApiRequest) => Promise<unknown>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodMiniType;
  readonly readOnly: boolean;
  /** Whether it can take away what the user relies on: a host then asks before it runs. */
  readonly destructive: boolean;
  run(input: unknown, call: CallApi): Promise<unknown>;
}

const units =
  'Money is in integer cents, percentages in basis points (100 = 1 %), instants in ISO 8601 UTC.';
const rule =
  'A rule has a `target` (a `collectible` or a `match`, optionally one `category`), a `condition` (`below` or `above` a `value` in cents; a `change` of `value` basis points; the `low` of `value` days), a `currency`, and a re-arm band `bandBp` in basis points.';
const details =
  "`note` is a line of the user's own, quoted in its alerts; from `expiresAt` on it watches no more.";
const previewDays = 30;

const defineTool = <Schema extends z.ZodMiniType>(tool: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Schema;
  readonly readOnly: boolean;
  readonly destructive?: boolean;
  readonly run: (input: z.output<Schema>, call: CallApi) => Promise<unknown>;
}): Tool => ({
  destructive: false,
  ...tool,
  run: (input, call) => tool.run(tool.input.parse(input), call),
});

export const tools: readonly Tool[] = [
  defineTool({
    name: 'search_matches',
    title: 'Search matches',
    description: `Finds football matches by text, team, city or stage, with the lowest price of each and its change in 24 hours. ${units}`,
    input: searchMatchesInput,
    readOnly: true,
    run: (query, call) => call({ method: 'GET', path: '/api/monitoring/matches', query }),
  }),
  defineTool({
    name: 'get_prices',
    title: 'Get prices',
    description: `Lists collectibles with their lowest price now, the last sale, the low and high of 30 days, and \`url\`, its page at the marketplace; of one match, one category, or by text. ${units}`,
    input: getPricesInput,
    readOnly: true,
    run: (query, call) => call({ method: 'GET', path: '/api/monitoring/raw', query }),
  }),
  defineTool({
    name: 'get_history',
    title: 'Get the price history',
    description: `The lowest prices of one collectible over a range; \`null\` means that nothing was on sale. ${units}`,
    input: getHistoryInput,
    readOnly: true,
    run: (query, call) => call({ method: 'GET', path: '/api/monitoring/history', query }),
  }),
  defineTool({
    name: 'list_thresholds',
    title: 'List thresholds',
    description: `The user's alert rules with their status, the price now and how far it is from firing. ${rule} ${units}`,
    input: listThresholdsInput,
    readOnly: true,
    run: (query, call) => call({ method: 'GET', path: '/api/users/thresholds', query }),
  }),
  defineTool({
    name: 'preview_threshold',
    title: 'Preview a threshold',
    description: `What an alert rule would have done on the stored history, without saving it: how often it would have fired, and the last ten times. \`reach\`: of past lines as far away, the share that was reached within so many days, from how many cases; a count of the past, not a forecast. ${rule} ${units}`,
    input: previewRequest,
    readOnly: true,
    run: (body, call) => call({ method: 'POST', path: '/api/monitoring/preview', body }),
  }),
  defineTool({
    name: 'create_threshold',
    title: 'Create a threshold',
    description: `Saves an alert rule, watches its match where the plan has room (\`watch\`; not with \`watch: false\`), and answers it with what it would have done in the last ${previewDays} days. With an \`id\` of your own the call can be repeated. ${details} ${rule} ${units}`,
    input: thresholdCreation,
    readOnly: false,
    async run(body, call) {
      const threshold = await call({ method: 'POST', path: '/api/users/thresholds', body });
      // It is saved, whether or not its history can be read now.
      const preview = await call({
        method: 'POST',
        path: '/api/monitoring/preview',
        body: { threshold: ruleOf(body), days: previewDays },
      }).catch(() => null);
      return { threshold, preview };
    },
  }),
  defineTool({
    name: 'update_threshold',
    title: 'Update a threshold',
    description: `Changes fields of one alert rule: its rule, \`pause\` (\`user\` pauses it, null resumes it) or \`snoozedUntil\`, or its details. ${details} ${rule} ${units}`,
    input: updateThresholdInput,
    readOnly: false,
    // It can pause an alert.
    destructive: true,
    run: ({ id, etag, changes }, call) =>
      call({
        method: 'PATCH',
        path: `/api/users/thresholds/${encodeURIComponent(id)}`,
        body: changes,
        ...(etag === undefined ? {} : { headers: { 'if-match': etag } }),
      }),
  }),
  defineTool({
    name: 'list_alerts',
    title: 'List alerts',
    description: `The alerts that fired, newest first: rule, price before and after, and whether it was mailed. ${units}`,
    input: listAlertsInput,
    readOnly: true,
    run: (query, call) => call({ method: 'GET', path: '/api/users/alerts', query }),
  }),
];
