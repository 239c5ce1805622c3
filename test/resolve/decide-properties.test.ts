import fc from 'fast-check';
import {expect, test} from 'vitest';
import {decide, type Ruling} from '../../source/resolve/decide.ts';
import {editsByFile} from '../../source/resolve/file-edits.ts';
import {modes, type Policy, strategies} from '../../source/resolve/policy.ts';
import {formatText, parseText, spliceText} from '../../source/resolve/text.ts';
import type {Finding} from '../../source/review/finding.ts';
import {carriedOut, change, finding, idsOf, path, policy, propose} from '../helpers/proposal.ts';
import {bot, person} from '../helpers/pull-request.ts';

const file = Array.from({length: 15}, (_, index) => `line ${index + 1}`);

/** A replacement that keeps some of the marked lines, so that ranges may overlap without a clash. */
const line = fc.constantFrom('keep', 'drop', 'X', 'Y');

const wish = fc.record({
	start: fc.integer({min: 1, max: file.length}),
	length: fc.nat(4),
	options: fc.array(fc.array(line, {maxLength: 5}), {minLength: 1, maxLength: 2}),
	severity: fc.constantFrom('critical', 'major', null),
	isBot: fc.boolean(),
	from: fc.constantFrom('suggestion', 'diff', 'model'),
});

const findings = fc.array(wish, {maxLength: 10}).map(wishes =>
	wishes.map(({start, length, options, severity, isBot, from}, index): Finding => {
		const end = Math.min(start + length, file.length);
		const changes = options.map((option, block) => {
			const marked = file.slice(start - 1, end);
			const rest = option.slice(marked.length).filter(added => added.length === 1);
			const kept = marked.flatMap((old, at) => {
				const fate = option[at] ?? 'keep';
				return fate === 'keep' ? [old] : fate === 'drop' ? [] : [fate];
			});
			return change(start, end, [...kept, ...rest], {id: `c${index}.${block}`, from});
		});
		return finding(changes, {id: `f${index}`, severity, author: (isBot ? bot : person)('someone')});
	}),
);

const policies: fc.Arbitrary<Policy> = fc
	.record({mode: fc.constantFrom(...modes), strategy: fc.constantFrom(...strategies)})
	.map(policy);

const applied = (rulings: readonly Ruling[]) => idsOf(rulings, 'apply');

test('every proposal gets one ruling, in the order of the proposals', () => {
	fc.assert(
		fc.property(findings, policies, (given, rules) => {
			const proposals = propose(given, file);
			const {rulings} = decide(proposals, rules);
			expect(rulings.map(({proposal}) => proposal)).toEqual(proposals);
			for (const {outcome, reason} of rulings) if (outcome !== 'apply') expect(reason).not.toBe('');
		}),
	);
});

test('the changes that are made never overlap: each finds its lines, and all can be spliced at once', () => {
	fc.assert(
		fc.property(findings, policies, (given, rules) => {
			const {rulings} = decide(propose(given, file), rules);
			const edits = editsByFile(rulings).get(path) ?? [];
			for (const [index, edit] of edits.entries()) {
				if (index > 0) expect(edit.from).toBeGreaterThanOrEqual(edits[index - 1]!.to);
			}
			expect(() => spliceText(parseText(file.join('\n')), edits)).not.toThrow();
		}),
		{numRuns: 300},
	);
});

test('of the alternatives in one comment at most one is made', () => {
	fc.assert(
		fc.property(findings, policies, (given, rules) => {
			const {rulings} = decide(propose(given, file), rules);
			const made = new Set(applied(rulings));
			for (const {changes} of given) {
				const texts = new Set(changes.filter(({id}) => made.has(id)).map(({replacement}) => replacement.join('\n')));
				expect(texts.size).toBeLessThanOrEqual(1);
			}
		}),
		{numRuns: 300},
	);
});

test('the order in which comments come changes neither what is made nor the bytes', () => {
	const shuffled = findings.chain(given =>
		fc.tuple(fc.constant(given), fc.shuffledSubarray(given, {minLength: given.length, maxLength: given.length})),
	);
	fc.assert(
		fc.property(shuffled, policies, ([given, other], rules) => {
			const [one, two] = [given, other].map(each => decide(propose(each, file), rules)) as [
				ReturnType<typeof decide>,
				ReturnType<typeof decide>,
			];
			for (const outcome of ['apply', 'conflict', 'declined', 'already-applied'] as const) {
				expect(idsOf(two.rulings, outcome)).toEqual(idsOf(one.rulings, outcome));
			}
			expect(carriedOut(two, file)).toEqual(carriedOut(one, file));
			expect(two.conflicts.map(({id}) => id).sort()).toEqual(one.conflicts.map(({id}) => id).sort());
		}),
		{numRuns: 300},
	);
});

test('every conflict that is left open or settled names all its changes, and no change is in two', () => {
	fc.assert(
		fc.property(findings, policies, (given, rules) => {
			const {conflicts, rulings} = decide(propose(given, file), rules);
			const members = conflicts.flatMap(({proposals}) => proposals);
			expect(new Set(members).size).toBe(members.length);
			for (const {outcome, proposal} of rulings) if (outcome === 'conflict') expect(members).toContain(proposal);
		}),
	);
});

test('a second run finds nothing left to make of what the first one made', () => {
	const single = findings.map(given => given.filter(({changes}) => changes.length === 1));
	fc.assert(
		fc.property(single, given => {
			const first = decide(propose(given, file), policy({strategy: 'skip'}));
			const after = carriedOut(first, file);
			const second = propose(given, after, file);
			const made = new Set(applied(first.rulings));
			for (const proposal of second)
				if (made.has(proposal.change.id)) expect(proposal.placement).not.toHaveProperty('edits');
		}),
		{numRuns: 300},
	);
});

test.each(['\n', '\r\n'])('all changes of a plan keep the line ends %j and the byte order mark', end => {
	const source = `\uFEFF${file.join(end)}`;
	fc.assert(
		fc.property(findings, given => {
			const plan = decide(propose(given, file), policy());
			const text = spliceText(parseText(source), editsByFile(plan.rulings).get(path) ?? []);
			const lines = carriedOut(plan, file);
			const hasOpenEnd = lines.length > 0 && text.ends.at(-1) === '';
			expect(formatText(text)).toBe(`\uFEFF${lines.join(end)}${lines.length > 0 && !hasOpenEnd ? end : ''}`);
		}),
	);
});
