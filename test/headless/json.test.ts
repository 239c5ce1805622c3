import fc from 'fast-check';
import {expect, test} from 'vitest';
import {writeJson} from '../../source/headless/json.ts';
import {escapeLines} from '../../source/text/escape-controls.ts';
import {codePoint} from '../helpers/code-point.ts';

function written(document: object): {text: string; pieces: number} {
	const pieces: string[] = [];
	writeJson(document, {write: text => pieces.push(text)});
	return {text: pieces.join(''), pieces: pieces.length};
}

test('any document is written as JSON with tabs, with control characters escaped', () => {
	const value = fc.jsonValue({stringUnit: codePoint});
	const documents = fc.dictionary(
		fc.string({unit: codePoint}),
		fc.oneof(value, fc.array(value), fc.constant(undefined)),
	);
	const property = fc.property(documents, document => {
		expect(written(document).text).toBe(`${escapeLines(JSON.stringify(document, null, '\t'))}\n`);
	});
	fc.assert(property, {seed: 20261122, numRuns: 1000});
});

test('a large document comes in pieces', () => {
	const findings = Array.from({length: 2000}, (_, index) => ({id: `f${index}`, title: 'x'.repeat(100)}));
	const {text, pieces} = written({findings, summary: {}});
	expect(JSON.parse(text)).toEqual({findings, summary: {}});
	expect(pieces).toBeGreaterThan(3);
});
