import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {decide, type Plan} from '../../../source/resolve/decide.ts';
import {minimalEdits} from '../../../source/resolve/edits.ts';
import {editsByFile, editsOf} from '../../../source/resolve/file-edits.ts';
import {isPlaced, mergeIdentical, type Proposal} from '../../../source/resolve/proposal.ts';
import type {Format} from '../../../source/resolve/structured/format.ts';
import {openReader} from '../../../source/resolve/structured/readers/open.ts';
import {readOnce, type Structures, structureOf} from '../../../source/resolve/structured/structure.ts';
import type {Reader} from '../../../source/resolve/structured/tree.ts';
import {formatText, parseText, spliceText, type Text} from '../../../source/resolve/text.ts';
import {change, finding, idsOf, path, policy} from '../../helpers/proposal.ts';
import {deedsOn, doAll, doClash, isNested} from './deeds.ts';
import {fields, write} from './documents.ts';

/** What a reviewer asks for who would rather have this text, with some untouched lines around it. */
function wish(before: Text, after: Text, id: string, [above, below] = [0, 0]): Proposal {
	const wanted = minimalEdits(before.lines, after.lines);
	const from = Math.max(0, wanted[0]!.from - above);
	const to = Math.min(before.lines.length, wanted.at(-1)!.to + below);
	const lines = after.lines.slice(from, after.lines.length - (before.lines.length - to));
	const edits = minimalEdits(before.lines.slice(from, to), lines, from);
	const made = change(from + 1, to, lines, {id});
	const placement = {kind: 'exact' as const, start: from + 1, end: to, edits, reason: ''};
	return {change: made, findings: [finding([made], {id})], aliases: [], path, placement};
}

const structuresFor = (read: Reader, text: Text): Structures => new Map([[path, structureOf(readOnce(read), text)]]);

const result = (text: Text, {rulings}: Plan, structures: Structures) =>
	formatText(spliceText(text, editsByFile(rulings, structures).get(path) ?? []));

const scenes = fields.chain(root =>
	fc
		.array(fc.tuple(deedsOn(root), fc.tuple(fc.nat(2), fc.nat(2))), {minLength: 2, maxLength: 4})
		.chain(wanted => fc.record({root: fc.constant(root), wanted: fc.constant(wanted), order: shuffled(wanted.length)})),
);

const shuffled = (length: number) =>
	fc.shuffledSubarray([...Array(length).keys()], {minLength: length, maxLength: length});

describe.each(['json', 'jsonc', 'yaml', 'toml'] as const)('property: %s', format => {
	test('what is made has exactly the values asked for, in whatever order the comments come', async () => {
		const read = await openReader(format);
		const valuesOf = (source: string) => read(source).root!.tree.spelling;
		fc.assert(
			fc.property(scenes, ({root, wanted, order}) => {
				const deeds = wanted.map(([deed], index) => ({...deed, name: `new${index}`}));
				const pairs = deeds.flatMap((one, index) => deeds.slice(index + 1).map(other => [one, other] as const));
				fc.pre(!pairs.some(([one, other]) => isNested([one, other])));
				const versionOf = (made: typeof deeds) => parseText(write(format, doAll(root, made)));
				const text = versionOf([]);
				const wishes = deeds.map((deed, index) => wish(text, versionOf([deed]), `c${index}`, wanted[index]![1]));
				const structures = structuresFor(read, text);
				const planFor = (proposals: Proposal[]) => decide(mergeIdentical(proposals), policy(), [], structures);

				const plan = planFor(wishes);
				const made = new Set(idsOf(plan.rulings, 'apply'));
				const expected = versionOf(deeds.filter((_, index) => made.has(`c${index}`)));
				expect(valuesOf(result(text, plan, structures))).toBe(valuesOf(formatText(expected)));

				const clashing = pairs.filter(([one, other]) => doClash([one, other]));
				expect(made).toEqual(
					new Set(deeds.flatMap((deed, index) => (clashing.flat().includes(deed) ? [] : `c${index}`))),
				);
				expect(plan.conflicts.every(({kind}) => kind === 'same-key')).toBe(true);

				const other = planFor(order.map(index => wishes[index]!));
				expect(idsOf(other.rulings, 'apply')).toEqual([...made].sort());
				expect(result(text, other, structures)).toBe(result(text, plan, structures));

				const added = deeds.filter(({how}) => how === 'add').map(deed => deed.path);
				const isCertain = new Set(added).size === added.length;
				if (isCertain) expect(result(text, plan, structures)).toBe(formatText(expected));
			}),
			{numRuns: 200},
		);
	});
});

async function plan(format: Format, before: string, ...versions: string[]) {
	const text = parseText(before);
	const structures = structuresFor(await openReader(format), text);
	const wishes = versions.map((version, index) => wish(text, parseText(version), `c${index + 1}`));
	const made = decide(wishes, policy(), [], structures);
	return {made, wishes: wishes.filter(isPlaced), structures, text: result(text, made, structures)};
}

const script = 'run: |\n  one\n  two\n  three\n  four\nname: a\n';

describe('a text of several lines', () => {
	test('is merged by lines', async () => {
		const {made, text} = await plan('yaml', script, script.replace('one', '1'), script.replace('four', '4'));
		expect(made.conflicts).toEqual([]);
		expect(text).toBe(script.replace('one', '1').replace('four', '4'));
	});

	test('is merged by lines while keys next to each other are woven', async () => {
		const before = `${script}kind: b\n`;
		const {made, text} = await plan(
			'yaml',
			before,
			before.replace('one', '1'),
			before.replace('four', '4'),
			before.replace('name: a', 'name: A'),
			before.replace('kind: b', 'kind: B'),
			before.replace('a\nkind: b', 'a\nsize: 1\nkind: b'),
		);
		expect(made.conflicts).toEqual([]);
		const [lines, keys] = [before.replace('one', '1').replace('four', '4'), 'name: A\nsize: 1\nkind: B\n'];
		expect(text).toBe(lines.replace(/name.*$/s, keys));
	});

	test('conflicts where its lines do', async () => {
		const {made} = await plan('yaml', script, script.replace('one', '1'), script.replace('one', 'I'));
		expect(made.conflicts.map(({proposals}) => proposals.length)).toEqual([2]);
	});

	test('is not removed while another change edits it', async () => {
		const {made} = await plan('yaml', script, script.replace('three', '3'), 'name: a\n');
		expect(made.conflicts.map(({kind}) => kind)).toEqual(['same-key']);
	});

	test('TOML', async () => {
		const before = 'a = """\none\ntwo\nthree\n"""\nb = 1\n';
		const {text} = await plan('toml', before, before.replace('one', '1'), before.replace('three', '3'));
		expect(text).toBe(before.replace('one', '1').replace('three', '3'));
	});
});

test('a key added twice, far apart: once where it is the same, else a conflict', async () => {
	const before = '{\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": 4\n}\n';
	const top = (value: number) => before.replace('"a": 1,', `"a": 1,\n  "new": ${value},`);
	const bottom = (value: number) => before.replace('"c": 3,', `"c": 3,\n  "new": ${value},`);
	const same = await plan('json', before, top(9), bottom(9));
	expect(same.made.conflicts).toEqual([]);
	expect(same.text).toBe(top(9));
	const different = await plan('json', before, top(8), bottom(9));
	expect(different.made.conflicts.map(({kind}) => kind)).toEqual(['same-key']);
	expect(different.text).toBe(before);
});

test('only changes that keys cannot distinguish claim their lines', async () => {
	const before = 'a: 1 # why\nb: 2\nc: 3\n';
	const {made, text} = await plan(
		'yaml',
		before,
		before.replace('why', 'because'),
		before.replace('why', 'so'),
		before.replace('1 # why\nb: 2', '1 # why\nb: 3'),
	);
	expect(made.rulings.map(({outcome}) => outcome)).toEqual(['conflict', 'conflict', 'apply']);
	expect(text).toBe(before.replace('2', '3'));
});

test('what fits together neither by keys nor by lines has no edits', async () => {
	const {wishes, structures} = await plan('yaml', 'a: 1\n', 'a: 2\n', 'a: 3\n');
	expect(editsOf(wishes, structures.get(path))).toBeNull();
	expect(editsOf(wishes)).toBeNull();
});

test('many changes of the same lines are woven; where not all can be, every two are tried if that is not too much', async () => {
	const addTo = (before: string) => Array.from({length: 50}, (_, index) => `${before}k${index}: ${index}\n`);
	const outcomes = async (before: string, ...more: [string, string][]) => {
		const {made} = await plan('yaml', before, ...addTo(before), ...more.map(([from, to]) => before.replace(from, to)));
		return Map.groupBy(made.rulings, ({outcome}) => outcome);
	};
	const [small, large] = ['z: 1 # why\n', `${'# long\n'.repeat(200)}z: 1 # why\n`];
	const clashing = [
		['why', 'so\nx: 1'],
		['why', 'as\ny: 1'],
	] as [string, string][];
	for (const before of [small, large]) expect((await outcomes(before)).get('apply')).toHaveLength(50);
	expect((await outcomes(small, ...clashing)).get('apply')).toHaveLength(50);
	expect((await outcomes(large, ...clashing)).get('conflict')).toHaveLength(52);
});

test('a comma behind the last entry goes where a change takes it away, among others that are woven or not', async () => {
	const before = 'a: {\n  b: 1,\n  c: 2,\n}\n';
	const apart = await plan('yaml', before, before.replace('1', '3'), before.replace('2,', '2'));
	expect(apart.text).toBe(before.replace('1', '3').replace('2,', '2'));
	const met = await plan('jsonc', '{\n  "c": 2,\n}\n', '{\n  "c": 3,\n}\n', '{\n  "c": 2\n}\n');
	expect(met.text).toBe('{\n  "c": 3\n}\n');
});
