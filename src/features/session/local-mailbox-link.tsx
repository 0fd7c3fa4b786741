/** Link to the mailbox that receives all mail on a developer's computer; nothing in production. */
import { useSession } from './session-context.ts';

export function LocalMailboxLink() {
  const { localMailbox } = useSession().site;
  if (localMailbox === null) return null;
  return (
    <a className="localtool" href={localMailbox} target="_blank" rel="noopener">
      Abrir el buzón local
    </a>
  );
}
