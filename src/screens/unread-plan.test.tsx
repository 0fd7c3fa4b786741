/** While the plan cannot be read, no screen takes it for the smallest: nothing is refused, and nothing said of it. */
import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
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
import { mockBackend, renderScreen, unavailable } from '#tests/support/screen-harness.tsx';
import { settingsSample, thresholdItemSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { MatchesScreen } from './matches/matches-screen.tsx';
import { OverviewScreen } from './overview/overview-screen.tsx';
import { ChannelsSection } from './settings/channels-section.tsx';
import { FrequencySection } from './settings/frequency-section.tsx';
import { TemplateDialog } from './thresholds/template-dialog.tsx';
import { ThresholdsScreen } from './thresholds/thresholds-screen.tsx';

/** As many as the smallest plan has room for, of everything. */
const full = settingsSample(
  Object.fromEntries(
    ['t1', 't2', 't3', 't4', 't5'].map((id) => [
      id,
      umbralSample({ target: { kind: 'collectible', id } }),
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
  readonly what: string;
  readonly element: ReactElement;
  /** What can be done, or seen, all the same. */
  readonly offered: readonly [role: 'button' | 'heading' | 'option', name: string];
  readonly settings?: typeof full;
}
const newAccount = overviewHeadline({ thresholds: 0, crossed: 0, near: 0 });
const fastest = settingsCopy.every(plans.elite.fastestCheckSeconds);
const addWebhook = channelsCopy.add(channelSetupCopy.titles.webhook);
const template = <TemplateDialog onClose={() => {}} />;

it.each<Row>([
  {
    what: 'thresholds',
    element: <ThresholdsScreen />,
    offered: ['button', thresholdListCopy.createMany],
  },
  { what: 'matches', element: <MatchesScreen />, offered: ['heading', matchesCopy.title] },
  {
    what: 'overview',
    element: <OverviewScreen />,
    offered: ['heading', newAccount],
    settings: settingsSample(),
  },
  { what: 'check frequency', element: <FrequencySection />, offered: ['option', fastest] },
  { what: 'channels', element: <ChannelsSection />, offered: ['button', addWebhook] },
  {
    what: 'template of thresholds',
    element: template,
    offered: ['button', templateCopy.create(1)],
  },
  { what: 'threshold form', element: form, offered: ['button', thresholdFormCopy.save] },
])('$what', async ({ element, offered: [role, name], settings = full }) => {
  mockBackend({
    'GET users/profile': [unavailable()],
    'GET users/config': [settings],
    'GET users/thresholds': [
      {
        items: Object.entries(settings.configuracion.umbrales).map(([id, threshold]) =>
          thresholdItemSample(id, threshold),
        ),
        nextCursor: null,
        byStatus: {},
      },
    ],
    'GET users/channels': [
      { items: [], kinds: [{ kind: 'webhook', plan: 'elite' }], pushKey: null, limit: 9 },
    ],
    'GET monitoring/matches': [{ items: [matchSample()], nextCursor: null }],
    'GET monitoring/raw': [{ items, nextCursor: null }],
  });
  const { store } = renderScreen(element, '/dashboard');
  const { select } = baseApi.endpoints.getProfile;
  await waitFor(() => expect(select()(store.getState()).isError).toBe(true));
  expect(await screen.findByRole(role, { name })).toBeEnabled();
  const labels = planNames.map((plan) => plans[plan].label).join('|');
  expect(document.body).not.toHaveTextContent(new RegExp(`${labels}|Ver planes|\\bde [35]\\b`));
});
