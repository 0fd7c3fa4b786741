/** While the plan cannot be read, no screen takes it for the smallest: nothing is refused, and nothing said of it. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ReactElement } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { planNames, plans } from '#domain/plans.ts';
import { channelSetupCopy, channelsCopy } from '#src/copy/channels.ts';
import { matchesCopy } from '#src/copy/matches.ts';
import { overviewHeadline } from '#src/copy/overview.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import { thresholdFormCopy } from '#src/copy/threshold-form-texts.ts';
import { thresholdListCopy } from '#src/copy/threshold-list.ts';
import { templateCopy } from '#src/copy/threshold-template.ts';
import { ThresholdForm } from '#src/features/thresholds/threshold-form.tsx';
import { baseApi } from '#store/api/base-api.ts';
import { origin } from '#tests/support/origin-request.ts';
import {
  errorResponse,
  mockBackend,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { settingsSample, thresholdItemSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { MatchesScreen } from './matches/matches-screen.tsx';
import { OverviewScreen } from './overview/overview-screen.tsx';
import { ChannelsSection } from './settings/channels-section.tsx';
import { FrequencySection } from './settings/frequency-section.tsx';
import { TemplateDialog } from './thresholds/template-dialog.tsx';
import { ThresholdsScreen } from './thresholds/thresholds-screen.tsx';

setupScreenTests();
beforeAll(stubLayout);

/** As many as the smallest plan has room for, of everything. */
const full = settingsSample(
  Object.fromEntries(
    ['t1', 't2', 't3', 't4', 't5'].map((id) => [
      id,
      umbralSample({ objetivo: { tipo: 'coleccionable', id } }),
    ]),
  ),
  ['m1', 'm2', 'm3'],
);
const items = [collectibleSample()];

const form = (
  <ThresholdForm
    matchId="m1"
    collectibles={items}
    currency="EUR"
    onDone={() => {}}
    onCancel={() => {}}
  />
);

interface Row {
  readonly name: string;
  readonly element: ReactElement;
  /** What can be done, or seen, all the same. */
  readonly offered: readonly [role: 'button' | 'heading' | 'option', name: string];
  readonly settings?: typeof full;
}

it.each<Row>([
  {
    name: 'the list of thresholds',
    element: <ThresholdsScreen />,
    offered: ['button', thresholdListCopy.createMany],
  },
  {
    name: 'the list of matches',
    element: <MatchesScreen />,
    offered: ['heading', matchesCopy.title],
  },
  {
    name: 'the overview of a new account',
    element: <OverviewScreen />,
    offered: ['heading', overviewHeadline({ thresholds: 0, crossed: 0, near: 0 })],
    settings: settingsSample(),
  },
  {
    name: 'the check frequency',
    element: <FrequencySection />,
    offered: ['option', settingsCopy.every(plans.elite.fastestCheckSeconds)],
  },
  {
    name: 'the channels',
    element: <ChannelsSection />,
    offered: ['button', channelsCopy.add(channelSetupCopy.titles.webhook)],
  },
  {
    name: 'the template of thresholds',
    element: <TemplateDialog onClose={() => {}} />,
    offered: ['button', templateCopy.create(1)],
  },
  {
    name: 'the threshold form',
    element: form,
    offered: ['button', thresholdFormCopy.save],
  },
])('$name', async ({ element, offered: [role, name], settings = full }) => {
  mockBackend({
    'GET users/profile': [errorResponse(500, 'internal', 'Algo ha fallado.')],
    'GET users/config': [settings],
    'GET users/thresholds': [
      {
        items: Object.entries(settings.configuracion.umbrales).map(([id, umbral]) =>
          thresholdItemSample(id, umbral),
        ),
        nextCursor: null,
        porEstado: {
          activando: 0,
          vigilando: 5,
          cruzado: 0,
          pausado: 0,
          silenciado: 0,
          cerrado: 0,
        },
      },
    ],
    'GET users/channels': [
      { items: [], tipos: [{ tipo: 'webhook', plan: 'elite' }], clavePush: null, maximo: 9 },
    ],
    'GET users/alerts': [{ items: [], nextCursor: null, unread: 0 }],
    'GET monitoring/matches': [{ items: [matchSample()], nextCursor: null }],
    'GET monitoring/raw': [{ items, nextCursor: null }],
    'GET monitoring/stats': [errorResponse(404, 'not_found', 'No existe.')],
    'GET monitoring/history': [
      { collectibleId: 'c1', range: '30d', points: [], gaps: [], limitedToDays: null },
    ],
    'POST monitoring/preview': [
      { firings: 0, days: 30, mails: 0, last: [], currentCents: 20_000, alreadyTrue: false },
    ],
    'GET monitoring/discovery': [{ falls: [], nearLows: [], newlyListed: [] }],
  });
  server.use(
    http.get(`${origin}/health`, () =>
      HttpResponse.json({ checks: { market: { ok: true, lastReadingAgeSeconds: 5 } } }),
    ),
  );
  const { store } = renderScreen(element, '/dashboard', {
    sessionPart: { actorEnvironment: {} },
  });
  const { select } = baseApi.endpoints.getProfile;
  await waitFor(() => expect(select()(store.getState()).isError).toBe(true));
  expect(await screen.findByRole(role, { name })).toBeEnabled();
  const labels = planNames.map((plan) => plans[plan].label).join('|');
  expect(document.body).not.toHaveTextContent(new RegExp(`${labels}|Ver planes|\\bde [35]\\b`));
});
