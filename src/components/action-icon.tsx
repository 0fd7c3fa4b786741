/** Icons of row and file actions, in the style of `icon.tsx`. A file of its own: the first page needs none of them. */
const paths = {
  clock: 'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M10 6v4l2.8 1.8',
  download: 'M10 3v9M6 8.5l4 4 4-4M4 16.5h12',
  edit: 'm4 16 .8-3.6L13 4.2l2.8 2.8-8.2 8.2z',
  external: 'M8.500 5H4.500v10.500H15v-4M11 4h5v5M16 4l-7 7',
  more: 'M3.500 10a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0M9.500 10a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0M15.500 10a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0',
  silence: 'M5.5 13V8.500a4.500 4.500 0 0 1 7-3.700M14.500 9v6H6M8.500 17.500h3M3.500 17 16.500 3',
  trash: 'M4 6h12M8 6V4h4v2M6 6l.7 11h6.6L14 6M8.5 9v5M11.5 9v5',
  upload: 'M10 13V4M6 7.5l4-4 4 4M4 16.5h12',
} as const;

export type ActionIconName = keyof typeof paths;

export function ActionIcon({ name }: { name: ActionIconName }) {
  return (
    <svg className="ico" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
