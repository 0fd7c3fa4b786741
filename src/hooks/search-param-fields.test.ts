import { describe, expect, it } from 'vitest';
import {
  choiceField,
  flagField,
  formatSearchParams,
  identifierField,
  parseSearchParams,
  type SearchParamFields,
  textField,
} from './search-param-fields.ts';

interface Search {
  readonly q: string;
  readonly match: string;
  readonly sort: 'kickoff' | 'floor';
  readonly watched: boolean;
}

const fields: SearchParamFields<Search> = {
  q: textField('q'),
  match: identifierField('partido'),
  sort: choiceField('orden', { kickoff: null, floor: 'precio' }),
  watched: flagField('vigilados'),
};
const defaults: Search = { q: '', match: '', sort: 'kickoff', watched: false };

describe('search in the URL', () => {
  it('is read back as it was written', () => {
    const search: Search = { q: 'españa & co', match: 'esp-arg_1', sort: 'floor', watched: true };
    const written = formatSearchParams(fields, search);
    const params = { q: 'españa & co', partido: 'esp-arg_1', orden: 'precio', vigilados: '1' };
    expect(written).toEqual(params);
    expect(parseSearchParams(fields, new URLSearchParams(params))).toEqual(search);
  });

  it('reads what somebody typed wrongly as if it were absent', () => {
    const params = new URLSearchParams('partido=%3Cscript%3E&orden=kickoff&vigilados=si&orden=x');
    expect(parseSearchParams(fields, params)).toEqual(defaults);
  });
});
