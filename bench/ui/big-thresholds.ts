/** Fake settings and pages of ten thousand thresholds, one on each collectible of the fake match. */
import type { Match } from '#contract/monitoring.ts';
import type { Umbral } from '#contract/threshold.ts';
import type { ThresholdItem, ThresholdsPage } from '#contract/thresholds.ts';
import type { Settings } from '#contract/users.ts';
import { bigMatch } from './big-market.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const orders: Readonly<Record<string, (a: ThresholdItem, b: ThresholdItem) => number>> = {
  distance: (a, b) => (a.distanciaBp ?? 0) - (b.distanciaBp ?? 0),
  match: (a, b) => a.id.localeCompare(b.id),
  status: (a, b) => a.umbral.valor - b.umbral.valor,
  created: (a, b) => b.id.localeCompare(a.id),
};

export class BigThresholds {
  private readonly items: readonly ThresholdItem[];
  private last: { readonly key: string; readonly found: readonly ThresholdItem[] } | null = null;

  constructor(match: Match) {
    this.items = bigMatch(match).collectibles.map(({ id, category, floorCents, currency }) => {
      const valor = Math.round(((floorCents ?? 0) * 4) / 5);
      const umbral: Umbral = {
        objetivo: { tipo: 'coleccionable', id },
        condicion: 'por_debajo',
        valor,
        moneda: currency,
        banda: 300,
        pausa: null,
        silenciadoHasta: null,
        version: 1,
        creadoEn: createdAt,
      };
      return {
        id: `umbral-${id}`,
        umbral,
        estado: { status: 'vigilando', armed: true, base: null, episode: 0 },
        partidoId: match.id,
        partido: match.name,
        partidoEmpiezaEn: match.kickoffAt,
        local: match.home,
        visitante: match.away,
        parte: `Bloque ${id.replace('grande-', '')}`,
        categoria: category,
        valorActual: floorCents,
        distanciaBp: 2_000 + (valor % 900),
        ultimaAlerta: null,
        etag: '"1"',
      };
    });
  }

  /** With these thresholds instead of the user's. */
  settings(real: Settings): Settings {
    const umbrales = Object.fromEntries(this.items.map(({ id, umbral }) => [id, umbral]));
    const estados = Object.fromEntries(this.items.map(({ id, estado }) => [id, estado]));
    return { ...real, configuracion: { ...real.configuracion, umbrales }, estados };
  }

  /** As the server answers: 500 a page, sorted, and searched by words. */
  page(query: URLSearchParams): ThresholdsPage {
    const words = (query.get('q') ?? '').toLowerCase();
    const start = Number(query.get('cursor') ?? 0);
    const end = start + Number(query.get('limit') ?? 100);
    const found = this.find(words, query.get('sort') ?? 'created');
    return {
      items: found.slice(start, end),
      nextCursor: end < found.length ? String(end) : null,
      porEstado: {
        activando: 0,
        vigilando: found.length,
        cruzado: 0,
        pausado: 0,
        silenciado: 0,
        cerrado: 0,
      },
    };
  }

  /** Once for all pages of a search: the CPU is the browser's. */
  private find(words: string, sort: string): readonly ThresholdItem[] {
    const key = `${sort} ${words}`;
    if (this.last?.key !== key) {
      const found = this.items
        .filter(({ parte }) => parte?.toLowerCase().includes(words))
        .sort(orders[sort]);
      this.last = { key, found };
    }
    return this.last.found;
  }
}
