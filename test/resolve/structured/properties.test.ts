import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {minimalEdits} from '../../../source/resolve/edits.ts';
import {checkStructured} from '../../../source/resolve/structured/check.ts';
import {mergeStructured} from '../../../source/resolve/structured/merge.ts';
import {openReader} from '../../../source/resolve/structured/readers/open.ts';
import {type Edit, formatText, parseText, spliceText, type Text} from '../../../source/resolve/text.ts';
import {type Field, fields, isMap, write} from './documents.ts';

/** What one change does, by the path of the field it is about. */
type Deed = {how: 'set' | 'remove' | 'add'; path: string; to: number};

const pathsOf = (map: readonly Field[], above = ''): string[] =>
	map.flatMap(({key, value}) => [`${above}/${key}`, ...(isMap(value) ? pathsOf(value, `${above}/${key}`) : [])]);

const at = (map: readonly Field[], path: string): Field => {
	const [, key, ...rest] = path.split('/');
	const field = map.find(field => field.key === key)!;
	return rest.length === 0 ? field : at(field.value as Field[], `/${rest.join('/')}`);
};

/** The document with the deeds done; new fields are named after the deed, so that no two deeds add the same. */
function doAll(map: readonly Field[], deeds: readonly (Deed & {name: string})[], above = ''): Field[] {
	return map.flatMap(field => {
		const path = `${above}/${field.key}`;
		const own = deeds.filter(deed => deed.path === path);
		const set = own.find(({how}) => how === 'set');
		const value = set ? set.to : isMap(field.value) ? doAll(field.value, deeds, path) : field.value;
		const added = own.filter(({how}) => how === 'add').map(({name, to}) => newField(name, to));
		return [...(own.some(({how}) => how === 'remove') ? [] : [{...field, value}]), ...added];
	});
}

const newField = (key: string, value: number): Field => ({key, value, above: null, behind: 'new'});

/** A field that may be the subject of a deed: the first of a map stays, so that no map becomes empty. */
function possible(root: readonly Field[], deed: Deed): Deed {
	const isLeaf = !isMap(at(root, deed.path).value);
	if (!isLeaf) return {...deed, how: 'remove'};
	return deed.how === 'remove' && deed.path.endsWith('/k0') ? {...deed, how: 'set'} : deed;
}

const scenes = fields.chain(root => {
	const deed = fc
		.record({
			how: fc.constantFrom('set', 'remove', 'add'),
			path: fc.constantFrom(...pathsOf(root)),
			to: fc.integer({min: 10, max: 12}),
		})
		.map(deed => possible(root, deed));
	const edges = fc.tuple(fc.nat(3), fc.nat(3), fc.boolean());
	const ends = fc.constantFrom('\n', '\r\n');
	return fc.record({root: fc.constant(root), deeds: fc.tuple(deed, deed), edges: fc.tuple(edges, edges), ends});
});

/** The edits between two texts: the smallest, or one that repeats unchanged lines around them, as reviewers do. */
function editsOf(before: Text, after: Text, [above, below, isWide]: [number, number, boolean]): Edit[] {
	const edits = minimalEdits(before.lines, after.lines);
	if (!isWide || edits.length === 0) return edits;
	const from = Math.max(0, edits[0]!.from - above);
	const tail = before.lines.length - Math.min(before.lines.length, edits.at(-1)!.to + below);
	return [{from, to: before.lines.length - tail, lines: after.lines.slice(from, after.lines.length - tail)}];
}

/** Whether one removes a part of what the other removes: a clash or not, as the format has it. */
const isNested = ([one, other]: [Deed, Deed]) =>
	one.how === 'remove' &&
	other.how === 'remove' &&
	(one.path.startsWith(`${other.path}/`) || other.path.startsWith(`${one.path}/`));

function doesClash([one, other]: [Deed, Deed]): boolean {
	if (one.how === 'remove' && other.path.startsWith(`${one.path}/`)) return true;
	if (other.how === 'remove' && one.path.startsWith(`${other.path}/`)) return true;
	if (one.path !== other.path || one.how === 'add' || other.how === 'add') return false;
	return one.how !== other.how || (one.how === 'set' && one.to !== other.to);
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
				if (doesClash(deeds)) expect(result).toMatchObject({kind: 'same-key'});
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
				const changes = wanted.map(({from, length, lines}): Edit[] => [
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
