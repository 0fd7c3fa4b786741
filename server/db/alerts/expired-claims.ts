/** What mails and deliveries to channels have in common when a worker dies with one (docs/decisions/050-parked-deliveries.md). */

/** Of a claim, doubled by each expired one but the first. SQL. @param seconds a parameter @param expired claims in a row that expired */
export const leaseOf = (seconds: string, expired: string): string =>
  `make_interval(secs => ${seconds} * 2 ^ greatest(0, ${expired} - 1))`;
