/** Sign-in button with the Google logo. */
import { Button } from './button.tsx';

export function GoogleButton(props: {
  readonly label: string;
  readonly loading: boolean;
  readonly disabled: boolean;
  readonly onPress: () => void;
}) {
  return (
    <Button
      variant="outline"
      wide
      loading={props.loading}
      disabled={props.disabled}
      onClick={props.onPress}
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
      {props.label}
    </Button>
  );
}
