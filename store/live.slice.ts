/** What the live stream says beyond the cache: how fresh the market is, and whether we hear it. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AlertItem } from '#contract/alerts.ts';
import type { SourceEvent } from '#contract/live-stream.ts';
import { sessionEnded } from './session-events.ts';

interface LiveState {
  readonly connection: 'connecting' | 'open' | 'lost';
  readonly source: SourceEvent | null;
  /** The newest alert that arrived while looking; screens announce it. */
  readonly lastAlert: AlertItem | null;
}

const initialState: LiveState = { connection: 'connecting', source: null, lastAlert: null };

const slice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    connectionChanged: (state, action: PayloadAction<LiveState['connection']>) => ({
      ...state,
      connection: action.payload,
    }),
    sourceHeard: (state, action: PayloadAction<SourceEvent>) => ({
      ...state,
      source: action.payload,
    }),
    alertHeard: (state, action: PayloadAction<AlertItem>) => ({
      ...state,
      lastAlert: action.payload,
    }),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
  selectors: {
    selectConnection: (state) => state.connection,
    selectSource: (state) => state.source,
    selectLastAlert: (state) => state.lastAlert,
  },
});

export const liveReducer = slice.reducer;
export const { connectionChanged, sourceHeard, alertHeard } = slice.actions;
export const { selectConnection, selectSource, selectLastAlert } = slice.selectors;
