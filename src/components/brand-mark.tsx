/** Logo: a ticket stub with a crossed V. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 30 30" aria-hidden="true">
      <path
        fill="currentColor"
        d="M1 4h28v7.200a3.800 3.800 0 0 0 0 7.600V26H1v-7.200a3.800 3.800 0 0 0 0-7.600z"
      />
      <g fill="none" stroke="var(--brand-cut, var(--color-page))">
        <path d="M8.200 7.500 15 21.800l6.800-14.300" strokeWidth="3" />
        <path d="M7 17.700h16" strokeWidth="2" />
      </g>
    </svg>
  );
}
