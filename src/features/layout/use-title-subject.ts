/** Names what a dashboard screen shows in the page's title, so that tabs and history entries can be told apart. */
import { useEffect } from 'react';
import { useOutletContext } from 'react-router-dom';

export type SetTitleSubject = (subject: string | null) => void;

/** @param subject null: the section's name */
export function useTitleSubject(subject: string | null): void {
  const setSubject = useOutletContext<SetTitleSubject | null>();
  useEffect(() => {
    setSubject?.(subject);
    return () => setSubject?.(null);
  }, [subject, setSubject]);
}
