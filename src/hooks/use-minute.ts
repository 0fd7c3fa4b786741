/** The time, renewed at each full minute. */
import { useEffect, useState } from 'react';

const minuteMs = 60_000;

/** @returns epoch milliseconds */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    // One timeout per minute, each to the next full one: an interval would keep the length of the first.
    const timer = setTimeout(() => setNow(Date.now()), minuteMs - (now % minuteMs));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
