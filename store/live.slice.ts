/** Live stream state outside the RTK Query cache: connection, source status, alerts not yet announced. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AlertItem } from '#contract/alerts.ts';
import type { SourceEvent } from '#contract/live-stream.ts';
import { sessionEnded } from './session-events.ts';

/**
 * - `lost`: the device has no network.
 * - `unanswered`: it has, but the server does not answer.
 * - `polled`: the server answers, only its stream does not arrive.
 * - `streamLimitReached`: the server answered 429, other tabs use all streams a user may have.
 */
export type Connection =
  | 'connecting'
  | 'open'
  | 'lost'
  | 'unanswered'
  | 'polled'
  | 'streamLimitReached';

interface LiveState {
  readonly connection: Connection;
  /** Last answer or byte of the stream from the server, epoch milliseconds; null before the first. */
  readonly lastActivityAtMs: number | null;
  readonly source: SourceEvent | null;
  /** Whether this tab won the leader election: only it shows browser notifications. */
  readonly isNotificationLeader: boolean;
  /** Alerts received over the stream, oldest first, until a screen has announced them. */
  readonly unannounced: readonly AlertItem[];
  /** Ids announced last, for deduplication: a resumed stream may repeat them. */
  readonly announcedIds: readonly string[];
}

const initialState: LiveState = {
  connection: 'connecting',
  lastActivityAtMs: null,
  source: null,
  isNotificationLeader: false,
  unannounced: [],
  announcedIds: [],
};
const maxAnnouncedIds = 200;

const slice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    connectionChanged: (
      state,
      { payload }: PayloadAction<Pick<LiveState, 'connection' | 'lastActivityAtMs'>>,
    ) => ({ ...state, ...payload }),
    sourceUpdated: (state, action: PayloadAction<SourceEvent>) => ({
      ...state,
      source: action.payload,
    }),
    notificationLeaderChanged: (state, action: PayloadAction<boolean>) => ({
      ...state,
      isNotificationLeader: action.payload,
    }),
    alertReceived: (state, { payload: alert }: PayloadAction<AlertItem>) => {
      const isKnown =
        state.announcedIds.includes(alert.id) ||
        state.unannounced.some(({ id }) => id === alert.id);
      return isKnown ? state : { ...state, unannounced: [...state.unannounced, alert] };
    },
    alertsAnnounced: (state, { payload: ids }: PayloadAction<readonly string[]>) => ({
      ...state,
      unannounced: state.unannounced.filter(({ id }) => !ids.includes(id)),
      announcedIds: [...state.announcedIds, ...ids].slice(-maxAnnouncedIds),
    }),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
  selectors: {
    selectConnection: (state) => state.connection,
    selectLastActivityAtMs: (state) => state.lastActivityAtMs,
    selectSource: (state) => state.source,
    selectIsNotificationLeader: (state) => state.isNotificationLeader,
    selectUnannounced: (state) => state.unannounced,
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
export const {
  selectConnection,
  selectLastActivityAtMs,
  selectSource,
  selectIsNotificationLeader,
  selectUnannounced,
} = slice.selectors;
