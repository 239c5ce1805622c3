import {expect, test} from 'vitest';
import {readBlocks} from '../../source/review/markdown.ts';
import {readReplacements} from '../../source/review/replace-instruction.ts';

const read = (...lines: string[]) => readReplacements(readBlocks(lines.join('\n'))).map(({fence, ...pair}) => pair);
const fence = (line: string, info = 'ts') => [`\`\`\`${info}`, line, '```'];
const pair = [{old: ['a()'], new: ['b()']}];

test.each([
	['Before:', 'After:'],
	['### Before', '### After'],
	['❌ **Before** (line 4)', '✅ **After**'],
	['Current code:', 'Suggested code:'],
	['**Existing implementation**', '**Improved implementation**'],
	['Replace the call in `total`:', 'with:'],
	['This leaks.\nPlease replace', 'with this:'],
	['Change', 'to:'],
	['Instead of:', 'use:'],
])('%s, %s', (above, between) => {
	expect(read(above, '', ...fence('a()'), '', between, '', ...fence('b()'))).toEqual(pair);
});

test.each([
	['labels of two instructions', 'Before:', 'with:'],
	['in the wrong order', 'After:', 'Before:'],
	['prose between', 'Before:', 'After that, call it like this:'],
	['more than the label between', 'Before:', 'This is slow.\nAfter:'],
	['no instruction', 'This calls', 'and this'],
	['a long sentence', `Replace ${'all of it '.repeat(12)}`, 'with:'],
])('no pair: %s', (_, above, between) => {
	expect(read(above, '', ...fence('a()'), '', between, '', ...fence('b()'))).toEqual([]);
});

test('no pair: fences that are not code, in two languages, alone, or with left-out lines', () => {
	expect(read('Before:', ...fence('a()', 'text'), 'After:', ...fence('b()', 'text'))).toEqual([]);
	expect(read('Before:', ...fence('a()', 'ts'), 'After:', ...fence('b()', 'py'))).toEqual([]);
	expect(read('Replace with:', ...fence('b()'))).toEqual([]);
	expect(read('Before:', ...fence('a()'), 'After:', ...fence('// ... as before'))).toEqual([]);
	expect(read('Before:', ...fence('a()'), 'After:', ...fence(''))).toEqual([]);
});
