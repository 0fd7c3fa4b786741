/** The open dashboard tab, derived from the URL; initially `overview`. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from './session-events.ts';

const dashboardTabs = ['overview', 'matches', 'thresholds', 'alerts', 'settings', 'plan'] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

const initialState: { readonly tab: DashboardTab } = { tab: 'overview' };

const slice = createSlice({
  name: 'dashboard',
  initialState,
  reducers: {
    tabChosen: (_state, action: PayloadAction<DashboardTab>) => ({ tab: action.payload }),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
  selectors: {
    selectTab: (state) => state.tab,
  },
});

export const dashboardReducer = slice.reducer;
export const { tabChosen } = slice.actions;
export const { selectTab } = slice.selectors;
