/** Line icons, 20 by 20, decorative: the text beside them carries the meaning. */
const paths = {
  alert: 'M5 15h10l-1.4-2V8.5a3.6 3.6 0 0 0-7.2 0V13zM8.5 17.5h3',
  back: 'm12 5-5 5 5 5',
  check: 'm4 10.5 4 4 8-9',
  clock: 'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M10 6v4l2.5 2',
  close: 'M5 5l10 10M15 5 5 15',
  download: 'M10 3v9M6 8.500l4 4 4-4M4 16.500h12',
  eye: 'M2.500 10S5.500 5 10 5s7.500 5 7.500 5-3 5-7.500 5-7.500-5-7.500-5zM8 10a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  gear: 'M3 6h8M15 6h2M3 14h2M9 14h8M11 6a2 2 0 1 0 4 0 2 2 0 1 0-4 0M5 14a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  info: 'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M10 9v5M10 6.2v.2',
  line: 'M2 10h4M14 10h4M6 6.500h8v7H6zM9 8.800v2.400M11 8.800v2.400',
  mail: 'M2.5 4.5h15v11h-15zM2.5 5.5 10 11l7.5-5.5',
  message: 'M2.5 5h15v10h-15zM2.5 8.500h15M5 12h4',
  moon: 'M15.5 12A6.5 6.5 0 0 1 8 4.5a6.5 6.5 0 1 0 7.5 7.5z',
  person:
    'M6.8 7a3.2 3.2 0 1 0 6.4 0 3.2 3.2 0 1 0-6.4 0M3.500 17c.6-3.600 3-5 6.500-5s5.900 1.400 6.500 5',
  plan: 'M4 3h12v14l-3-2-3 2-3-2-3 2zM7 7h6M7 10.500h6',
  play: 'M7 4.500 15 10l-8 5.500z',
  plus: 'M10 4v12M4 10h12',
  search: 'M3.5 9a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0M13.2 13.2l4 4',
  summary: 'M3 4h14v5H3zM3 12h6v4H3zM12 12h5v4h-5z',
  sun: 'M6.5 10a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M10 2v2M10 16v2M2 10h2M16 10h2M4.500 4.500l1.200 1.200M14.300 14.300l1.200 1.200M15.500 4.500l-1.200 1.200M5.700 14.300l-1.200 1.200',
  system: 'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M10 3v14M10 6h5.7M10 10h7M10 14h5.7',
  ticket: 'M2.5 5h15v3a2 2 0 0 0 0 4v3h-15v-3a2 2 0 0 0 0-4zM12.5 5v10',
  warning: 'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M10 6v5M10 13.6v.2',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="ico" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
