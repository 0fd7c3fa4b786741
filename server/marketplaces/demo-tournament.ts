/** Catalogue of the demo market: an invented tournament of 52 matches, with teams, colours and stadiums. */
import type { Team } from '#contract/monitoring.ts';
import type { CatalogueEntry, CatalogueMatch } from '../market-model/marketplace.ts';
import type { Random } from './seeded-random.ts';

const demoEvent = 'Copa de las Orillas';
export const demoCurrency = 'EUR';

/** Six groups of four teams: name, three colours, and the direction of the chip's bands, vertical or horizontal. */
const groups: readonly (readonly [string, string, string, string, 'v' | 'h'][])[] = [
  [
    ['España', '#AA151B', '#F1BF00', '#AA151B', 'h'],
    ['Uruguay', '#5CBFEB', '#FFFFFF', '#5CBFEB', 'h'],
    ['Noruega', '#BA0C2F', '#FFFFFF', '#00205B', 'h'],
    ['Ghana', '#CE1126', '#FCD116', '#006B3F', 'h'],
  ],
  [
    ['Argentina', '#74ACDF', '#FFFFFF', '#74ACDF', 'h'],
    ['Japón', '#FFFFFF', '#BC002D', '#FFFFFF', 'v'],
    ['Egipto', '#CE1126', '#FFFFFF', '#000000', 'h'],
    ['Escocia', '#005EB8', '#FFFFFF', '#005EB8', 'h'],
  ],
  [
    ['México', '#006847', '#FFFFFF', '#CE1126', 'v'],
    ['Croacia', '#D10000', '#FFFFFF', '#171796', 'h'],
    ['Nigeria', '#008751', '#FFFFFF', '#008751', 'v'],
    ['Australia', '#00843D', '#FFCD00', '#00843D', 'h'],
  ],
  [
    ['Alemania', '#000000', '#DD0000', '#FFCE00', 'h'],
    ['Ecuador', '#FFDD00', '#034EA2', '#ED1C24', 'h'],
    ['Canadá', '#D80621', '#FFFFFF', '#D80621', 'v'],
    ['Corea del Sur', '#FFFFFF', '#CD2E3A', '#0047A0', 'h'],
  ],
  [
    ['Brasil', '#009C3B', '#FFDF00', '#002776', 'h'],
    ['Marruecos', '#C1272D', '#006233', '#C1272D', 'h'],
    ['Italia', '#009246', '#FFFFFF', '#CE2B37', 'v'],
    ['Bosnia y Herzegovina', '#002F6C', '#FECB00', '#002F6C', 'v'],
  ],
  [
    ['Portugal', '#006600', '#FF0000', '#FF0000', 'v'],
    ['Colombia', '#FCD116', '#003893', '#CE1126', 'h'],
    ['Francia', '#002395', '#FFFFFF', '#ED2939', 'v'],
    ['Senegal', '#00853F', '#FDEF42', '#E31B23', 'v'],
  ],
];

const venues = [
  { venue: 'Estadio de la Ribera', city: 'Sevilla', timeZone: 'Europe/Madrid' },
  { venue: 'Nuevo Arenal', city: 'Bilbao', timeZone: 'Europe/Madrid' },
  { venue: 'Estadio del Puerto', city: 'Lisboa', timeZone: 'Europe/Lisbon' },
  { venue: 'Estadio Sierra Alta', city: 'Monterrey', timeZone: 'America/Monterrey' },
  { venue: 'Campo de las Acacias', city: 'Casablanca', timeZone: 'Africa/Casablanca' },
  { venue: 'Estadio Marea Baja', city: 'Santos', timeZone: 'America/Sao_Paulo' },
] as const;

/** Order of play inside a group of four. */
const rounds = [
  [0, 1],
  [2, 3],
  [0, 2],
  [3, 1],
  [3, 0],
  [1, 2],
] as const;

const knockout = [
  { stage: 'Octavos', matches: 8, appeal: 1.7 },
  { stage: 'Cuartos', matches: 4, appeal: 2.3 },
  { stage: 'Semifinal', matches: 2, appeal: 3.2 },
  { stage: 'Tercer puesto', matches: 1, appeal: 1.8 },
  { stage: 'Final', matches: 1, appeal: 5 },
] as const;

const hourMs = 3_600_000;
/** The first matches start within the first day, so that closings and sell-outs can be seen; then two a day. */
const firstKickoffsHours = [1.5, 4, 9, 20, 26, 32];

export interface DemoCollectible {
  readonly id: string;
  readonly matchId: string;
  readonly category: string;
  /** Mean to which the floor reverts, in cents. */
  readonly anchorCents: number;
}

export interface DemoTournament {
  readonly entries: readonly CatalogueEntry[];
  readonly collectibles: readonly DemoCollectible[];
}

/** @param start first start of the demo: kick-offs are counted from it */
export function demoTournament(random: Random, start: Date): DemoTournament {
  const entries: CatalogueEntry[] = [];
  const collectibles: DemoCollectible[] = [];
  for (const [index, fixture] of fixtures().entries()) {
    const match = matchOf(fixture, index, start);
    const base = 9_000 * fixture.appeal * Math.exp(random.normal() * 0.3);
    const ofMatch = categoriesOf(fixture.stage, random).map(({ code, name, factor, rarity }) => {
      const id = `${match.id}-${code}`;
      const anchorCents = Math.round((base * factor * (0.9 + random.next() * 0.2)) / 50) * 50;
      collectibles.push({ id, matchId: match.id, category: name, anchorCents });
      return {
        id,
        matchId: match.id,
        name,
        category: name,
        rarity,
        currency: demoCurrency,
        tickets: code === 'palco' ? 4 : 1,
      };
    });
    entries.push({ match, collectibles: ofMatch });
  }
  return { entries, collectibles };
}

interface Fixture {
  readonly stage: string;
  readonly name: string;
  readonly home: Team | null;
  readonly away: Team | null;
  readonly appeal: number;
}

function fixtures(): Fixture[] {
  const found: Fixture[] = [];
  for (const [home, away] of rounds) {
    for (const [order, group] of groups.entries()) {
      const [one, two] = [teamOf(group[home]), teamOf(group[away])];
      if (one === null || two === null) continue;
      // The first seed of a group is in more demand.
      const appeal = 1 + (home === 0 || away === 0 ? 0.35 : 0) + (order % 3) * 0.08;
      found.push({
        stage: 'Fase de grupos',
        name: `${one.name} – ${two.name}`,
        home: one,
        away: two,
        appeal,
      });
    }
  }
  for (const { stage, matches, appeal } of knockout) {
    for (let number = 1; number <= matches; number += 1) {
      const name = matches === 1 ? stage : `${stage} · ${number}`;
      found.push({ stage, name, home: null, away: null, appeal });
    }
  }
  return found;
}

const teamOf = (row: (typeof groups)[number][number] | undefined): Team | null =>
  row === undefined
    ? null
    : { name: row[0], colors: [row[1], row[2], row[3]], vertical: row[4] === 'v' };

function matchOf(fixture: Fixture, index: number, start: Date): CatalogueMatch {
  const venue = venues[(index * 5 + Math.floor(index / 6)) % venues.length] ?? venues[0];
  return {
    id: `m${index + 1}`,
    number: index + 1,
    event: demoEvent,
    stage: fixture.stage,
    home: fixture.home,
    away: fixture.away,
    name: fixture.name,
    ...venue,
    kickoffAt: kickoffOf(index, start),
    currency: demoCurrency,
  };
}

function kickoffOf(index: number, start: Date): Date {
  const afterFirsts = index - firstKickoffsHours.length;
  const hours = firstKickoffsHours[index] ?? 44 + afterFirsts * 15;
  const quarterMs = hourMs / 4;
  return new Date(Math.ceil((start.getTime() + hours * hourMs) / quarterMs) * quarterMs);
}

function categoriesOf(stage: string, random: Random) {
  const all = [
    { code: 'cat1', name: 'Categoría 1', factor: 1.9, rarity: 'Especial' },
    { code: 'cat2', name: 'Categoría 2', factor: 1.3, rarity: 'Rara' },
    { code: 'cat3', name: 'Categoría 3', factor: 1, rarity: 'Común' },
    { code: 'palco', name: 'Palco', factor: 7.5, rarity: 'Única' },
  ];
  const withBox = stage !== 'Fase de grupos' || random.next() < 0.5;
  return withBox ? all : all.slice(0, 3);
}
