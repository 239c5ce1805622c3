import {describe, expect, test} from 'vitest';
import {formatOf} from '../../../source/resolve/structured/format.ts';
import {mergeStructured} from '../../../source/resolve/structured/merge.ts';
import {openReader} from '../../../source/resolve/structured/readers/open.ts';
import type {Slot} from '../../../source/resolve/structured/tree.ts';
import {formatText, parseText} from '../../../source/resolve/text.ts';
import {hasCorpus, openBlobs, readCases} from '../../helpers/corpus.ts';

function expectNoGaps({tree, start, end}: Slot) {
	if (tree.kind === 'scalar') return;
	let at = tree.from;
	expect(at).toBeGreaterThanOrEqual(start);
	for (const slot of tree.slots) {
		expect(slot.start).toBe(at);
		at = slot.end;
		expectNoGaps(slot);
	}
	expect(at).toBeLessThanOrEqual(end);
}

describe.skipIf(!hasCorpus)('real files', () => {
	test('entries follow one another without a gap, and no change makes none', async () => {
		const files = new Map<string, string>();
		for (const {commits} of readCases('pull')) {
			for (const [path, key] of commits.flatMap(({files}) => Object.entries(files))) {
				if (formatOf(path)) files.set(key, path);
			}
		}
		expect(files.size).toBeGreaterThan(0);
		const contentOf = await openBlobs();
		for (const [key, path] of files) {
			const read = await openReader(formatOf(path)!);
			const text = parseText(contentOf(key));
			const {root} = read(formatText({...text, bom: ''}));
			if (!root) continue;
			expectNoGaps(root);
			expect(mergeStructured(read, text, [[], []])).toEqual({kind: 'merged', text});
		}
	});
});
