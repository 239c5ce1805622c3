import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {failureCodes} from '../source/failure-codes.ts';

const source = join(import.meta.dirname, '../source');

const tables: readonly string[] = ['failure-codes.ts', 'usage-codes.ts'];

test('every code in the table is one that a failure can have', () => {
	const files = globSync('**/*.{ts,tsx}', {cwd: source}).filter(file => !tables.includes(file));
	const texts = files.map(file => readFileSync(join(source, file), 'utf8')).join('\n');
	const codes = Object.values(failureCodes).flatMap(Object.keys);
	expect(codes.filter(code => !texts.includes(`'${code}'`))).toEqual([]);
});
