import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Ruling} from '../../../source/resolve/decide.ts';
import type {Decision} from '../../../source/resolve/decision.ts';
import type {RunEvent} from '../../../source/run/events.ts';
import {makeOwnRuns} from '../../../source/run/session/own-runs.ts';
import type {Planned, SessionStanding} from '../../../source/run/session/planned.ts';
import {openSession, type Session} from '../../../source/run/session/session.ts';
import {bot} from '../../emulators/github/data.ts';
import {requestFor} from '../../helpers/analyze-request.ts';
import {policy} from '../../helpers/proposal.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {contextIn} from '../../tui/desk.ts';

const path = 'list.txt';
const length = 24;

async function end<Result>(run: AsyncGenerator<RunEvent, Result>): Promise<Result> {
	for (;;) {
		const step = await run.next();
		if (step.done) return step.value;
	}
}

/** Sessions on a recording, one after the other, and what a person does in them. */
function deskOn(tree: WorkTree, from: string) {
	const context = contextIn(tree);
	const own = makeOwnRuns();
	const request = requestFor(from);
	const decline = (change: string): Decision => ({
		change,
		action: 'decline',
		reason: null,
		text: null,
		bodyHash: null,
		by: 'person',
	});
	return {
		open: () => end(openSession(request, policy(), {asker: null, consent: 'open', own}, context)),
		plan: (session: Session, declined: readonly string[], only: ReadonlySet<string> | null = null) =>
			end(session.plan(declined.map(decline), only, context.signal)),
		write: (session: Session, planned: Planned) => end(session.apply(planned, null, context.signal)),
		undo: (session: Session, id: string) => session.undo(id, context.signal),
	};
}

/** What happens to a line: it goes, it is replaced, lines come after it, or it is doubled. */
const wish = fc.constantFrom<(line: string) => string[]>(
	() => [],
	line => [`${line} as it should be`],
	line => [line, 'between', ''],
	line => [line, line],
	() => ['between', 'between'],
);

/** A line (1-based), what is wished of it, and in which of three runs it is written. */
const wishes = fc.uniqueArray(fc.tuple(fc.integer({min: 1, max: length}), wish, fc.integer({min: 0, max: 2})), {
	minLength: 2,
	maxLength: 8,
	selector: ([line]) => line,
});

test('written in several runs, each change is applied once in its place, and the runs can be undone in reverse order', async () => {
	await fc.assert(
		fc.asyncProperty(wishes, fc.boolean(), fc.boolean(), async (wanted, isReread, isLimited) => {
			const tree = workTree({[path]: numbered('item', length)});
			const review = reviewOf(tree);
			for (const [line, make] of wanted) review.suggest(path, line, make(`item ${line}`));
			const {open, plan, write, undo} = deskOn(tree, review.save());
			const seen = [tree.read(path)];
			let session = await open();
			const lineOf = ({proposal}: Ruling) => proposal.change.original.start;
			const all = (await plan(session, [])).plan.rulings;
			const findingsOf = ({proposal}: Ruling) => proposal.findings.map(({id}) => id);
			const partOf = (ruling: Ruling) => wanted.find(([line]) => line === lineOf(ruling))![2];
			let runs: SessionStanding['runs'] = [];
			for (const part of [0, 1, 2]) {
				const wait = all.filter(ruling => partOf(ruling) > part);
				const only = new Set(all.filter(each => !wait.includes(each)).flatMap(findingsOf));
				const declined = isLimited ? [] : wait.map(({proposal}) => proposal.change.id);
				const next = () => plan(session, declined, isLimited ? only : null);
				({runs} = await write(session, await next()));
				if (isReread) session = await open();
				const {rulings} = (await next()).plan;
				const made = new Set(rulings.filter(({outcome}) => outcome === 'applied').map(lineOf));
				expect(rulings.filter(({outcome}) => outcome === 'apply')).toEqual([]);
				// What waits for another run is still planned, not declined.
				if (isLimited) expect(rulings.filter(({outcome}) => outcome === 'planned')).toHaveLength(wait.length);
				const expected = Array.from({length}, (_, index) => {
					const make = made.has(index + 1) ? wanted.find(([line]) => line === index + 1)![1] : (same: string) => [same];
					return make(`item ${index + 1}`).map(line => `${line}\n`);
				});
				expect(tree.read(path)).toBe(expected.flat().join(''));
				if (runs.length === seen.length) seen.push(tree.read(path));
			}
			for (const {id} of runs.toReversed()) {
				seen.pop();
				await undo(session, id);
				expect(tree.read(path)).toBe(seen.at(-1));
			}
		}),
		{numRuns: 12},
	);
});

test('a run that is limited to some findings settles conflicts only where it writes', async () => {
	const tree = workTree({[path]: numbered('item', length)});
	const from = reviewOf(tree)
		.suggest(path, 2, ['item two'], {body: 'In words.'})
		.suggest(path, 8, ['item eight'], {body: 'In words too.'})
		.suggest(path, 8, ['item VIII'], {body: 'Roman.', author: bot('greptile-apps')})
		.save();
	const {open, plan, write} = deskOn(tree, from);
	const session = await open();
	const outcomes = ({plan: {rulings}}: Planned) => rulings.map(({outcome}) => outcome);
	const all = await plan(session, []);
	expect(outcomes(all)).toEqual(['apply', 'apply', 'declined']);
	const [words, eight, roman] = all.plan.rulings.map(({proposal}) => proposal);
	const only = (proposal: Ruling['proposal']) => new Set(proposal.findings.map(({id}) => id));
	await write(session, await plan(session, [], only(words!)));
	expect(tree.read(path)).toBe(numbered('item', length).replace('item 2\n', 'item two\n'));
	// What lost against a change that is not written has not lost for good.
	expect(outcomes(await plan(session, [eight!.change.id]))).toEqual(['applied', 'declined', 'apply']);
	const {runs} = await write(session, await plan(session, [], only(eight!)));
	expect(outcomes(await plan(session, []))).toEqual(['applied', 'applied', 'declined']);
	expect(runs.at(-1)!.rulings.map(({proposal}) => proposal.change.id)).toContain(roman!.change.id);
});

test('Ctrl-C ends the placing of what was read', async () => {
	const tree = workTree({[path]: numbered('item', length)});
	const from = reviewOf(tree).suggest(path, 2, ['item two']).save();
	const controller = new AbortController();
	const interrupted = new Error('interrupted');
	const runs = makeOwnRuns();
	// It comes when all is read and nothing is placed.
	const look: typeof runs.look = async (...where) => {
		await runs.look(...where);
		controller.abort(interrupted);
	};
	const own = {...runs, look};
	const context = {...contextIn(tree), signal: controller.signal};
	const opening = end(openSession(requestFor(from), policy(), {asker: null, consent: 'open', own}, context));
	await expect(opening).rejects.toBe(interrupted);
});
