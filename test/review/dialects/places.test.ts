import {expect, test} from 'vitest';
import {findPlaces, placeOf} from '../../../source/review/dialects/places.ts';

const at = (path: string, start: number, end = start) => ({path, lines: {start, end}});

test.each([
	['see `src/a.ts:10-12`.', [at('src/a.ts', 10, 12)]],
	['(a.py:3, 7)', [at('a.py', 3)]],
	['src/a.ts#L10-L12', [at('src/a.ts', 10, 12)]],
	['`src/a.ts` and src/a.ts:', [{path: 'src/a.ts', lines: null}]],
	['**b/c.go:5**: and then b/c.go:5', [at('b/c.go', 5)]],
	['`list.length` is not a file', []],
	['https://example.com/a.html and v1.2 and/or e.g. this', []],
	['x'.repeat(1000), []],
])('%j names %j', (text, places) => expect(findPlaces(text)).toEqual(places));

test('lines that cannot be are left out', () => {
	expect(placeOf('a.ts', '9', '3')).toEqual({path: 'a.ts', lines: null});
	expect(placeOf('a.ts', '0')).toEqual({path: 'a.ts', lines: null});
	expect(placeOf(undefined, '3')).toBeNull();
});
