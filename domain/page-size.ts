/** Items a page of an endpoint may hold at most. */
export const maxPageSize = 500;
