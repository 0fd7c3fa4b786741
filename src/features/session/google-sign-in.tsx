/** Sign-in with Google, above a form for those who sign in by mail. */
import { Button } from '#src/components/button.tsx';
import { signInCopy } from '#src/copy/sign-in.ts';
import { useSession } from './session-context.ts';

export function GoogleSignIn() {
  const { session, actions } = useSession();
  return (
    <>
      <Button
        variant="outline"
        wide
        loading={session.busy === 'google'}
        disabled={session.busy !== null}
        onClick={actions.signInWithGoogle}
      >
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
          <path
            fill="#4285F4"
            d="M17.6 9.200c0-.6-.1-1.200-.2-1.700H9v3.300h4.800a4.100 4.100 0 0 1-1.800 2.700v2.200h2.900c1.700-1.600 2.700-3.900 2.700-6.500z"
          />
          <path
            fill="#34A853"
            d="M9 18c2.400 0 4.500-.8 6-2.200l-2.900-2.200c-.8.500-1.900.9-3.100.9-2.300 0-4.300-1.600-5-3.700H1v2.300A9 9 0 0 0 9 18z"
          />
          <path fill="#FBBC05" d="M4 10.700a5.400 5.400 0 0 1 0-3.400V5H1a9 9 0 0 0 0 8z" />
          <path
            fill="#EA4335"
            d="M9 3.600c1.300 0 2.500.5 3.400 1.300L15 2.300A9 9 0 0 0 1 5l3 2.300C4.700 5.200 6.700 3.600 9 3.600z"
          />
        </svg>
        {signInCopy.google}
      </Button>
      <p className="or">{signInCopy.orByMail}</p>
    </>
  );
}
