/** How long the data of a closed account are retained, in years: a sign-in reopens it meanwhile. */
export const retentionYears = 3;
