/** What the live stream says beyond the cache: how fresh the market is, whether we hear it, and what has to be told. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AlertItem } from '#contract/alerts.ts';
import type { SourceEvent } from '#contract/live-stream.ts';
import { sessionEnded } from './session-events.ts';

/** `crowded`: the server is there, but other tabs hold all the streams a person may have. */
export type Connection = 'connecting' | 'open' | 'lost' | 'crowded';

interface LiveState {
  readonly connection: Connection;
  /** When the server was last heard, epoch milliseconds; null before the first time. */
  readonly heardAtMs: number | null;
  readonly source: SourceEvent | null;
  /** Of this person's tabs, this one shows the browser's notices. */
  readonly isNotificationLeader: boolean;
  /** Alerts that arrived while looking, oldest first, until a screen has told of them. */
  readonly untold: readonly AlertItem[];
  /** The last ones told: a stream that comes back may repeat them. */
  readonly announcedIds: readonly string[];
}

const initialState: LiveState = {
  connection: 'connecting',
  heardAtMs: null,
  source: null,
  isNotificationLeader: false,
  untold: [],
  announcedIds: [],
};
const rememberedIds = 200;

const slice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    connectionChanged: (
      state,
      { payload }: PayloadAction<Pick<LiveState, 'connection' | 'heardAtMs'>>,
    ) => ({ ...state, ...payload }),
    sourceUpdated: (state, action: PayloadAction<SourceEvent>) => ({
      ...state,
      source: action.payload,
    }),
    notificationLeaderChanged: (state, action: PayloadAction<boolean>) => ({
      ...state,
      isOnWatch: action.payload,
    }),
    alertReceived: (state, { payload: alert }: PayloadAction<AlertItem>) => {
      const isKnown =
        state.announcedIds.includes(alert.id) || state.untold.some(({ id }) => id === alert.id);
      return isKnown ? state : { ...state, untold: [...state.untold, alert] };
    },
    alertsAnnounced: (state, { payload: ids }: PayloadAction<readonly string[]>) => ({
      ...state,
      untold: state.untold.filter(({ id }) => !ids.includes(id)),
      toldIds: [...state.announcedIds, ...ids].slice(-rememberedIds),
    }),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
  selectors: {
    selectConnection: (state) => state.connection,
    selectHeardAt: (state) => state.heardAtMs,
    selectSource: (state) => state.source,
    selectIsOnWatch: (state) => state.isNotificationLeader,
    selectUnannounced: (state) => state.untold,
  },
});

export const liveReducer = slice.reducer;
export const {
  connectionChanged,
  sourceUpdated,
  notificationLeaderChanged,
  alertReceived,
  alertsAnnounced,
} = slice.actions;
export const { selectConnection, selectHeardAt, selectSource, selectIsOnWatch, selectUnannounced } =
  slice.selectors;
