import {expect, test} from 'vitest';
import {type Figure, formatRows, holds, ms, type Row, rowsOf} from '../../bench/figure.ts';

const figure: Figure = {name: 'a to b', unit: 'x', bound: 1.5, meaning: ''};
const free: Figure = {name: 'c to d', unit: 'x', bound: null, meaning: ''};
const count: Figure = {name: 'lost', unit: 'requests', bound: 0, meaning: ''};

const row = (of: Figure, value: number): Row => ({
	benchmark: 'speed',
	figure: of,
	measured: {figure: of, of: '', value, detail: '2 ms / 1 ms'},
});

test('a bound holds up to its value, always if there is none, and never if nothing was measured', () => {
	expect([1.5, 1.51, Number.NaN].map(value => holds(row(figure, value)))).toEqual([true, false, false]);
	expect(holds(row(free, 1000))).toBe(true);
	expect(holds({benchmark: 'speed', figure: free, measured: null})).toBe(false);
});

test('rows are in the order of the figures; one without a value is not forgotten', () => {
	const values = [row(count, 0), row(figure, 1), row(figure, 2)].map(({measured}) => measured!);
	const rows = rowsOf('speed', [figure, free, count], values);
	expect(rows.map(({figure: {name}, measured}) => [name, measured?.value ?? null])).toEqual([
		['a to b', 1],
		['a to b', 2],
		['c to d', null],
		['lost', 0],
	]);
});

test('the table names the value, its bound, how they compare, and the command', () => {
	const detailed = {...row(count, 2), measured: {figure: count, of: 'local', value: 2, detail: ''}};
	const rows = [row(figure, 1), row(figure, 12.345), row(free, 3), detailed, ...rowsOf('size', [count], [])];
	expect(formatRows(rows)).toBe(
		[
			'figure             result               bound  holds  command                 made of',
			'a to b             1.00 x       at most 1.5 x  yes    npm run bench -- speed  2 ms / 1 ms',
			'a to b            12.35 x       at most 1.5 x  NO     npm run bench -- speed  2 ms / 1 ms',
			'c to d             3.00 x                             npm run bench -- speed  2 ms / 1 ms',
			'lost: local    2 requests  at most 0 requests  NO     npm run bench -- speed',
			'lost         not measured  at most 0 requests  NO     npm run bench -- size',
			'',
		].join('\n'),
	);
});

test('short times have a decimal', () => {
	expect([ms(1.26), ms(99.96), ms(1234.5)]).toEqual(['1.3 ms', '100.0 ms', '1235 ms']);
});
