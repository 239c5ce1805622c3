import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {minimalEdits} from '../../../source/resolve/edits.ts';
import {checkStructured} from '../../../source/resolve/structured/check.ts';
import {mergeStructured} from '../../../source/resolve/structured/merge.ts';
import {openReader} from '../../../source/resolve/structured/readers/open.ts';
import {formatText, type LineEdit, parseText, spliceText, type Text} from '../../../source/resolve/text.ts';
import {deedsOn, doAll, doClash, isNested} from './deeds.ts';
import {fields, write} from './documents.ts';

const scenes = fields.chain(root => {
	const deed = deedsOn(root);
	const edges = fc.tuple(fc.nat(3), fc.nat(3), fc.boolean());
	const ends = fc.constantFrom('\n', '\r\n');
	return fc.record({root: fc.constant(root), deeds: fc.tuple(deed, deed), edges: fc.tuple(edges, edges), ends});
});

/** The edits between two texts: the smallest, or one that repeats unchanged lines around them, as reviewers do. */
function editsOf(before: Text, after: Text, [above, below, isWide]: [number, number, boolean]): LineEdit[] {
	const edits = minimalEdits(before.lines, after.lines);
	if (!isWide || edits.length === 0) return edits;
	const from = Math.max(0, edits[0]!.from - above);
	const tail = before.lines.length - Math.min(before.lines.length, edits.at(-1)!.to + below);
	return [{from, to: before.lines.length - tail, lines: after.lines.slice(from, after.lines.length - tail)}];
}

describe.each(['json', 'jsonc', 'yaml', 'toml'] as const)('property: %s', format => {
	test('changes of different keys are both made and nothing else is, those of the same conflict', async () => {
		const read = await openReader(format);
		fc.assert(
			fc.property(scenes, ({root, deeds, edges, ends}) => {
				fc.pre(!isNested(deeds));
				const named = deeds.map((deed, index) => ({...deed, name: `new${index}`}));
				const [before, ...versions] = [[], [named[0]!], [named[1]!], named].map(done =>
					parseText(write(format, doAll(root, done)).replaceAll('\n', ends)),
				);
				const changes = [0, 1].map(index => editsOf(before!, versions[index]!, edges[index]!));
				const result = mergeStructured(read, before!, changes);
				if (doClash(deeds)) expect(result).toMatchObject({kind: 'same-key'});
				else expect(result.kind === 'merged' ? formatText(result.text) : result).toBe(formatText(versions[2]!));
			}),
			{numRuns: 200},
		);
	});

	test('whatever the edits, what is merged is no worse than the file was', async () => {
		const read = await openReader(format);
		const lines = fc.array(fc.constantFrom('k0: 1', '"k1": 2,', 'k1 = 3', '}', '[a]', '- x', '', '  # c', '"""'), {
			maxLength: 3,
		});
		const edit = fc.record({from: fc.nat(12), length: fc.nat(3), lines});
		fc.assert(
			fc.property(fields, fc.tuple(edit, edit), (root, wanted) => {
				const text = parseText(write(format, root));
				const size = text.lines.length;
				const changes = wanted.map(({from, length, lines}): LineEdit[] => [
					{from: Math.min(from, size), to: Math.min(from + length, size), lines},
				]);
				const result = mergeStructured(read, text, changes);
				if (result.kind !== 'merged') return;
				expect(checkStructured(read, formatText(text), formatText(result.text))).toEqual({ok: true});
				expect(mergeStructured(read, result.text, [[], []])).toEqual({kind: 'merged', text: result.text});
				const alone = mergeStructured(read, text, [changes[0]!]);
				if (alone.kind === 'merged') expect(formatText(alone.text)).toBe(formatText(spliceText(text, changes[0]!)));
			}),
			{numRuns: 200},
		);
	});
});
