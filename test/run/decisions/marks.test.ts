import {expect, test} from 'vitest';
import type {Finding} from '../../../source/review/finding.ts';
import {type MarkRequest, markFinding} from '../../../source/run/decisions/mark.ts';
import type {RunEvent} from '../../../source/run/events.ts';
import {makeOwnRuns} from '../../../source/run/session/own-runs.ts';
import {openSession, type Session} from '../../../source/run/session/session.ts';
import {bot, user} from '../../emulators/github/data.ts';
import {requestFor} from '../../helpers/analyze-request.ts';
import {policy} from '../../helpers/proposal.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {numbered, workTree} from '../../helpers/work-tree.ts';
import {contextIn} from '../../tui/desk.ts';

const path = 'list.txt';
const author = bot('coderabbitai');

async function end<Result>(run: AsyncGenerator<RunEvent, Result>): Promise<Result> {
	for (;;) {
		const step = await run.next();
		if (step.done) return step.value;
	}
}

/** Marks on the findings of a review, each read anew. */
function deskOn(draw: (review: Review) => Review) {
	const tree = workTree({[path]: numbered('item', 24)});
	let from = draw(reviewOf(tree)).save();
	const context = contextIn(tree);
	const open = (): Promise<Session> =>
		end(openSession(requestFor(from), policy(), {asker: null, consent: 'open', own: makeOwnRuns()}, context));
	const planned = async () => end((await open()).plan([], null, context.signal));
	const findings = async () => (await planned()).analysis.findings;
	return {
		outcomes: async () => {
			const {plan, analysis} = await planned();
			return analysis.findings.map(
				finding =>
					finding.disposition?.outcome ??
					plan.rulings.find(({proposal}) => proposal.findings.includes(finding))?.outcome ??
					'none',
			);
		},
		reasons: async () => (await planned()).plan.rulings.map(({reason}) => reason),
		mark: async (index: number, request: Partial<MarkRequest> & Pick<MarkRequest, 'as'>) => {
			const {analysis} = await planned();
			const finding = analysis.findings[index] as Finding;
			return markFinding(finding, {by: 'agent', reason: 'this is not needed here', ...request}, analysis, context);
		},
		findings,
		change: (again: (review: Review) => Review) => {
			from = again(reviewOf(tree)).save();
		},
		keep: async (index: number) => {
			const session = await open();
			const {analysis} = await end(session.plan([], null, context.signal));
			const {id} = analysis.findings[index] as Finding;
			const kept = {reason: null, text: null, bodyHash: null, by: 'person'} as const;
			await session.keep([{...kept, finding: id, action: 'reconsider'}]);
		},
	};
}

const two = (review: Review) =>
	review
		.suggest(path, 2, ['item two'], {body: 'Spell it.', author})
		.suggest(path, 8, ['item eight'], {body: 'Spell it too.', author});

test("an agent's decline holds for later runs here, and open takes it back", async () => {
	const {mark, outcomes, reasons} = deskOn(two);
	expect(await outcomes()).toEqual(['apply', 'apply']);
	expect(await mark(0, {as: 'declined'})).toEqual({as: 'declined', because: null});
	expect(await outcomes()).toEqual(['declined', 'apply']);
	expect((await reasons())[0]).toBe('the agent has declined it: this is not needed here');
	await mark(0, {as: 'open', reason: null});
	expect(await outcomes()).toEqual(['apply', 'apply']);
});

test('deferred waits for a person, with code and without', async () => {
	const {mark, outcomes} = deskOn(review => two(review).comment(path, 12, 'Please rename this function.'));
	await mark(0, {as: 'deferred'});
	await mark(2, {as: 'deferred'});
	expect(await outcomes()).toEqual(['needs-person', 'apply', 'needs-person']);
});

test('fixed decides nothing by itself', async () => {
	const {mark, outcomes} = deskOn(two);
	await mark(0, {as: 'fixed', reason: null});
	expect(await outcomes()).toEqual(['apply', 'apply']);
});

test('a decline without three words of reason is refused', async () => {
	const {mark, outcomes} = deskOn(two);
	for (const reason of [null, '', 'no', 'not needed', '... --- ...'])
		await expect(mark(0, {as: 'declined', reason})).rejects.toMatchObject({code: 'needs-reason'});
	expect(await outcomes()).toEqual(['apply', 'apply']);
});

test('a comment that was edited since has no mark', async () => {
	const {mark, outcomes, change} = deskOn(two);
	await mark(0, {as: 'declined'});
	change(review =>
		review
			.suggest(path, 2, ['item two'], {body: 'Spell it, please.', author})
			.suggest(path, 8, ['item eight'], {body: 'Spell it too.', author}),
	);
	expect(await outcomes()).toEqual(['apply', 'apply']);
});

test.each([
	['a person', {author: user('carol')}, 'a person wrote it'],
	['major severity', {body: '_⚠️ Potential issue_ | _🟠 Major_\n\n**Handle the error.**'}, 'its severity is major'],
	[
		'a weakness',
		{body: '**SQL injections are possible here**', author: bot('copilot-pull-request-reviewer')},
		'it is about security',
	],
	['a weakness in the first sentence', {body: 'The password is written to the log. Mask it.'}, 'it is about security'],
] as const)('what is by or about %s is only proposed to be declined', async (_, how, because) => {
	const {mark, outcomes} = deskOn(review => review.suggest(path, 2, ['item two'], {author, ...how}));
	expect(await mark(0, {as: 'declined'})).toEqual({as: 'deferred', because});
	expect(await outcomes()).toEqual(['needs-person']);
});

test("no agent changes a person's decision", async () => {
	const {mark, outcomes, keep} = deskOn(two);
	await mark(0, {as: 'declined', by: 'person', reason: null});
	await keep(1);
	for (const as of ['fixed', 'declined', 'deferred', 'open'] as const) {
		await expect(mark(0, {as})).rejects.toMatchObject({code: 'decided-by-person'});
		await expect(mark(1, {as})).rejects.toMatchObject({code: 'decided-by-person'});
	}
	expect(await outcomes()).toEqual(['declined', 'apply']);
	await mark(0, {as: 'open', by: 'person', reason: null});
	expect(await outcomes()).toEqual(['apply', 'apply']);
	// What a person took up again is decided as well.
	await expect(mark(0, {as: 'declined'})).rejects.toMatchObject({code: 'decided-by-person'});
});

test('an agent cannot decline for a person who has suggested the same', async () => {
	const carol = {author: user('carol'), authorAssociation: 'MEMBER' as const};
	const {mark, outcomes} = deskOn(review =>
		review.suggest(path, 2, ['item two'], {author}).suggest(path, 2, ['item two'], carol),
	);
	await mark(0, {as: 'declined'});
	expect(await outcomes()).toEqual(['apply', 'apply']);
});
