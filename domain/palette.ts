/** Colours of what the app's build does not style: mails, the pages behind their links, the API's description, local tools. */

/** The names and values of `src/styles/tokens.css`. */
export const lightColors = {
  page: '#f2ebdb',
  surface: '#fbf7ec',
  sunken: '#e8dfcb',
  text: '#10352a',
  textSoft: '#45594d',
  rule: '#d3c9b2',
  border: '#76806f',
  action: '#10352a',
  actionHover: '#1d5140',
  onAction: '#fbf7ec',
  board: '#0f3b2e',
  onBoard: '#fbf3dc',
  onBoardSoft: '#b4cbbb',
  signal: '#b72f08',
  signalOnBoard: '#ff8355',
  up: '#7d4d00',
  down: '#14538f',
  error: '#86153a',
} as const;

export const darkColors = {
  page: '#0a1310',
  surface: '#111d18',
  sunken: '#192822',
  text: '#efe7d2',
  textSoft: '#aab9ad',
  rule: '#24342c',
  border: '#6f8478',
  action: '#efe7d2',
  actionHover: '#fffaf0',
  onAction: '#0d2019',
  board: '#0c2a21',
  onBoard: '#fff1cb',
  onBoardSoft: '#a9c2b2',
  signal: '#ff7d4d',
  signalOnBoard: '#ff8355',
  up: '#efb64e',
  down: '#8dc0f5',
  error: '#f79ab0',
} as const satisfies Record<keyof typeof lightColors, string>;

/** `textSoft` → `--color-text-soft` */
export const colorVariable = (name: string): string =>
  `--color-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const variables = (colors: Readonly<Record<string, string>>): string =>
  Object.entries(colors)
    .map(([name, value]) => `${colorVariable(name)}:${value}`)
    .join(';');

/** CSS: the variables of the system's scheme, or of the theme chosen by `data-theme`. */
export const colorRules = `:root{color-scheme:light;${variables(lightColors)}}
:root[data-theme=noche]{color-scheme:dark;${variables(darkColors)}}
@media (prefers-color-scheme:dark){:root:not([data-theme]){color-scheme:dark;${variables(darkColors)}}}`;
