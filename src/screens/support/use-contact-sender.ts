/** Who the contact form is prefilled with: the session's address and, once it has loaded, the profile's username. */
import { useEffect, useState } from 'react';
import type { ContactSender } from '#machines/contact-modal.machine.ts';
import { useSession } from '#src/features/session/session-context.ts';

/** @returns null while no user is known */
export function useContactSender(): ContactSender | null {
  const { session, loadUsername } = useSession();
  const [name, setName] = useState('');
  const email = session.user?.email ?? null;
  useEffect(() => {
    if (email === null) return;
    let isCurrent = true;
    loadUsername().then(
      (username) => isCurrent && setName(username),
      // The user writes it.
      () => {},
    );
    return () => {
      isCurrent = false;
      setName('');
    };
  }, [email, loadUsername]);
  return email === null ? null : { name, email };
}
