import {describe, expect, test} from 'vitest';
import {isAnswer} from '../../../source/review/answers.ts';
import {closeThread} from '../../../source/review/closing/close-thread.ts';
import type {Fate} from '../../../source/review/closing/fate.ts';
import {goneWith} from '../../../source/review/closing/later-text.ts';
import {
	formatOwnWords,
	formatReply,
	nothingDecided,
	parseReply,
	textOfReply,
} from '../../../source/review/closing/marker.ts';
import {actsIn} from '../../../source/review/closing/thread-acts.ts';
import type {ThreadCommentNow, ThreadNow} from '../../../source/review/closing/thread-now.ts';
import type {ThreadPlan} from '../../../source/review/closing/thread-plan.ts';
import {hashBody} from '../../../source/review/identity.ts';
import {bot, person} from '../../helpers/pull-request.ts';

const sha = 'a'.repeat(40);
const fixed = {kind: 'fixed', commit: sha, moved: null, model: null} as const satisfies Fate;
const open: Fate = {kind: 'open', place: null, why: 'edited since'};
const declined: Fate = {kind: 'declined', place: null, reason: 'on purpose'};
const everything = {reply: true, replies: 'all' as const, resolve: true, resolvePeople: false, react: false};
const viewer = 'octocat';
const accounts = {viewer, mayWrite: new Map([['writer', true]])};
const published = {
	isPublished: (oid: string) => oid === sha,
	isOurs: () => true,
	rowOf: () => null,
	isGone: () => false,
	isSurpassed: () => false,
};
const world = {viewer, accounts, ...published, wasRead: () => true};

const reviewer = bot('coderabbitai');
const asked = 'Do this.';

function thread(comments: Partial<ThreadCommentNow>[], init: Partial<ThreadNow> = {}): ThreadNow {
	const all = [{author: reviewer, body: asked}, ...comments].map((comment, index) => ({
		id: `${index + 1}`,
		nodeId: `node_${index + 1}`,
		url: null,
		authorAssociation: null,
		author: reviewer,
		body: 'A reply.',
		hasThumb: false,
		...comment,
	}));
	return {id: 'T', isResolved: false, mayReply: true, mayResolve: true, comments: all, ...init};
}

const planOf = (fates: readonly Fate[]): ThreadPlan => ({
	closing: closeThread(fates),
	run: 'r1',
	findings: ['f1'],
	decided: nothingDecided,
	made: new Set(),
	read: new Map([['1', hashBody(asked)]]),
	applied: new Set(['1']),
	isCompared: true,
	ownWords: null,
	isAsWritten: true,
	place: null,
});

const ownReply = (fates: readonly Fate[], run = 'r0') => ({
	author: person(viewer),
	body: formatReply(closeThread(fates), run, ['f1']),
});

function kinds(now: ThreadNow, fates: readonly Fate[], wishes = {}) {
	const {acts, open} = actsIn(now, planOf(fates), {...everything, ...wishes}, world);
	return [...acts.map(({kind}) => kind), ...(open ? [open.code] : [])];
}

test("a bot's thread is answered and resolved, a person's only answered", () => {
	expect(kinds(thread([]), [fixed])).toEqual(['reply', 'resolve']);
	const ofPerson = thread([{}]);
	const people = {...ofPerson, comments: ofPerson.comments.map(comment => ({...comment, author: person('ann')}))};
	expect(kinds(people, [fixed])).toEqual(['reply', 'began-by-person']);
	expect(kinds(people, [fixed], {resolvePeople: true})).toEqual(['reply', 'resolve']);
});

test('only what is done as a whole is resolved', () => {
	expect(kinds(thread([]), [fixed, open])).toEqual(['reply', 'partly']);
	expect(kinds(thread([]), [open])).toEqual(['edited-since']);
	expect(kinds(thread([]), [declined])).toEqual(['reply', 'resolve']);
	expect(kinds(thread([]), [{...declined, reason: null}])).toEqual(['reply', 'declined']);
});

describe('what an agent declined', () => {
	const agents: Fate = {...declined, isAgents: true};
	const silent: Fate = {...agents, reason: null};

	test('is resolved with a reason, hears it once, and is changed by what comes later', () => {
		expect(kinds(thread([]), [agents])).toEqual(['reply', 'resolve']);
		expect(kinds(thread([]), [silent])).toEqual(['reply', 'declined']);
		const said = thread([ownReply([agents])]);
		expect(kinds(said, [agents])).toEqual(['resolve']);
		expect(kinds(said, [silent])).toEqual(['declined']);
		expect(kinds(said, [fixed])).toEqual(['edit', 'resolve']);
		expect(kinds(said, [declined])).toEqual(['edit', 'resolve']);
	});

	test('without a reason hears it later, and is not resolved before', () => {
		expect(kinds(thread([ownReply([silent])]), [agents])).toEqual(['edit', 'resolve']);
		expect(kinds(thread([ownReply([silent]), {author: person('ann')}]), [agents])).toEqual([
			'reply',
			'person-wrote-last',
		]);
		expect(kinds(thread([ownReply([{...declined, reason: null}])]), [declined])).toEqual(['edit', 'resolve']);
	});

	test('and applied by a later run is corrected in a resolved thread', () => {
		const now = thread([ownReply([agents])], {isResolved: true});
		const plan = {...planOf([fixed]), made: new Set(['c1'])};
		expect(actsIn(now, plan, everything, world).acts.map(({kind}) => kind)).toEqual(['edit']);
		expect(kinds(now, [agents])).toEqual([]);
	});

	test('is no answer to what it declines', () => {
		const {body} = ownReply([agents]);
		const said = (author: ThreadCommentNow['author']) => ({id: '2', author, authorAssociation: null, body});
		for (const login of [viewer, 'writer']) expect(isAnswer(said(person(login)), accounts)).toBe(false);
		expect(isAnswer(said(person('ann')), {viewer, mayWrite: new Map([['ann', false]])})).toBe(true);
	});
});

test("a bot's thread in which a person wrote last is not resolved", () => {
	expect(kinds(thread([{author: person('ann')}]), [fixed])).toEqual(['reply', 'person-wrote-last']);
	expect(kinds(thread([{author: null}]), [fixed])).toEqual(['reply', 'person-wrote-last']);
	expect(kinds(thread([{author: person('ann')}, {author: reviewer}]), [fixed])).toEqual(['reply', 'resolve']);
	expect(kinds(thread([{author: person(viewer)}]), [fixed])).toEqual(['reply', 'own-comment-last']);
	expect(kinds(thread([ownReply([fixed])]), [fixed])).toEqual(['resolve']);
	expect(kinds(thread([{author: person('ann')}, ownReply([fixed])]), [fixed])).toEqual(['person-wrote-last']);
});

test("our own reply by another account that may write is nobody's last word, and is not repeated", () => {
	const theirs = {...ownReply([fixed]), author: person('writer')};
	expect(kinds(thread([theirs]), [fixed])).toEqual(['resolve']);
	expect(kinds(thread([{author: person('ann')}, theirs]), [fixed])).toEqual(['person-wrote-last']);
});

test('a thread that a person has answered since it was read hears nothing', () => {
	const since = (comment: Partial<ThreadCommentNow>) =>
		actsIn(thread([comment]), planOf([fixed]), everything, {...world, wasRead: ({id}) => id === '1'});
	for (const author of [person('ann'), person(viewer), null])
		expect(since({author})).toMatchObject({acts: [], open: {reason: 'a person has answered meanwhile'}});
	expect(since({author: reviewer}).acts).toHaveLength(2);
	expect(since({...ownReply([open, fixed]), author: person('writer')}).acts).toHaveLength(2);
});

describe("a reply in a person's own words", () => {
	const own = (fates: readonly Fate[], text = 'Thanks.') => {
		const body = formatOwnWords(text, closeThread(fates), 'r0', ['f1'], nothingDecided);
		return {author: person(viewer), body};
	};
	const actsWith = (now: ThreadNow, fates: readonly Fate[], wishes = {}) => {
		const {acts, open} = actsIn(now, {...planOf(fates), ownWords: 'Thanks.'}, {...everything, ...wishes}, world);
		return [...acts.map(act => ('body' in act ? textOfReply(act.body) : act.kind)), ...(open ? [open.code] : [])];
	};

	test('stands for ours, also where we would say nothing, and the same run resolves the thread', () => {
		expect(actsWith(thread([]), [fixed])).toEqual(['Thanks.', 'resolve']);
		expect(actsWith(thread([ownReply([fixed])]), [fixed])).toEqual(['Thanks.', 'resolve']);
		expect(actsWith(thread([]), [open])).toEqual(['Thanks.', 'edited-since']);
		expect(actsWith(thread([], {isResolved: true}), [fixed])).toEqual(['Thanks.']);
		expect(actsWith(thread([]), [fixed], {replies: 'needed'})).toEqual(['Thanks.', 'resolve']);
		expect(actsWith(thread([]), [fixed], {reply: false})).toEqual(['resolve']);
		expect(actsWith(thread([], {mayReply: false}), [fixed])).toEqual(['no-permission']);
	});

	test('is sent once', () => expect(actsWith(thread([own([fixed])]), [fixed])).toEqual(['own-comment-last']));

	test('is the answer of that person for later runs, which do not repeat what it stands for', () => {
		expect(kinds(thread([own([fixed])]), [fixed])).toEqual(['own-comment-last']);
		const [act] = actsIn(thread([own([fixed])]), planOf([{...fixed, kind: 'edited'}]), everything, world).acts;
		expect(act).toMatchObject({kind: 'reply', body: expect.stringContaining('Changed in ')});
	});

	test('is not edited when its commit is gone', () => {
		const gone = {...world, isPublished: () => false, isOurs: () => true};
		const resolved = thread([own([fixed])], {isResolved: true});
		expect(actsIn(resolved, planOf([open]), everything, gone).acts).toEqual([{kind: 'unresolve', thread: 'T'}]);
	});
});

test('a thread that heard the same hears nothing', () => {
	expect(kinds(thread([ownReply([fixed])], {isResolved: true}), [fixed])).toEqual([]);
	expect(kinds(thread([ownReply([fixed])]), [fixed])).toEqual(['resolve']);
	expect(kinds(thread([ownReply([fixed])]), [fixed], {resolve: false})).toEqual(['not-asked']);
});

test('another state edits our reply, unless it is not the last word', () => {
	const edited = actsIn(thread([ownReply([fixed, open])]), planOf([fixed]), everything, world);
	expect(edited.acts[0]).toMatchObject({kind: 'edit', comment: 'node_2', body: expect.stringContaining('"r1"')});
	expect(kinds(thread([ownReply([fixed, open]), {author: person('ann')}]), [fixed])).toEqual([
		'reply',
		'person-wrote-last',
	]);
});

test('a reply that names a commit which was pushed away is corrected', () => {
	const gone: Fate = {...fixed, commit: 'b'.repeat(40)};
	const {acts} = actsIn(thread([ownReply([gone])]), planOf([fixed]), everything, world);
	expect(acts).toMatchObject([{kind: 'edit', body: expect.stringContaining(sha)}, {kind: 'resolve'}]);
	expect(kinds(thread([ownReply([gone]), {}]), [fixed])).toEqual(['reply', 'resolve']);
	expect(kinds(thread([ownReply([gone, open])]), [fixed, open])).toEqual(['edit', 'partly']);
});

describe('a reply that names a commit which was pushed away, and the head has nothing of it', () => {
	const gone = {...fixed, commit: 'b'.repeat(40)};
	const text = `Applied in ${gone.commit}, which is no longer on this pull request.`;

	test('says so, and its thread is open again if we resolved it and nobody wrote since', () => {
		const resolved = thread([ownReply([gone])], {isResolved: true});
		const {acts, open: why} = actsIn(resolved, planOf([open]), everything, world);
		expect(acts).toMatchObject([{kind: 'edit', comment: 'node_2'}, {kind: 'unresolve'}]);
		expect((acts[0] as {body: string}).body.split('\n')[0]).toBe(text);
		expect(parseReply((acts[0] as {body: string}).body)).toMatchObject({state: 'gone', commit: gone.commit});
		expect(why?.code).toBe('gone');
		const others = actsIn(resolved, planOf([open]), everything, {...world, isOurs: () => false});
		expect(others.acts.map(({kind}) => kind)).toEqual(['edit']);
		expect(kinds(thread([ownReply([gone]), {}]), [open])).toEqual(['edit', 'gone']);
	});

	test('says so once, and what is true as soon as the head has it', () => {
		const said = {author: person(viewer), body: formatReply(goneWith('fixed', [gone.commit])!, 'r0', ['f1'])};
		expect(kinds(thread([said]), [open])).toEqual(['edited-since']);
		expect(kinds(thread([said]), [fixed])).toEqual(['edit', 'resolve']);
	});

	test('stays if nothing was compared, or no reply is wanted', () => {
		const now = thread([ownReply([gone])]);
		expect(actsIn(now, {...planOf([open]), isCompared: false}, everything, world).acts).toEqual([]);
		expect(kinds(now, [open], {reply: false})).toEqual(['edited-since']);
	});
});

test('a thread whose comment asks for more is answered, and stays open', () => {
	expect(kinds(thread([]), [fixed, {kind: 'more'}])).toEqual(['reply', 'asks-more']);
	expect(kinds(thread([]), [declined, {kind: 'more'}])).toEqual(['reply', 'asks-more']);
	expect(kinds(thread([]), [open, {kind: 'more'}])).toEqual(['edited-since']);
});

test('a marker by another account is no reply of ours', () => {
	const forged = {...ownReply([fixed]), author: person('mallory')};
	expect(kinds(thread([forged]), [fixed])).toEqual(['reply', 'person-wrote-last']);
});

test('a comment that was edited since it was read is left alone', () => {
	const now = thread([]);
	const edited = {...now, comments: [{...now.comments[0]!, body: 'Do something else.'}]};
	expect(kinds(edited, [fixed])).toEqual(['comment-edited']);
});

test('what the token may not is denied: replies, or only resolving', () => {
	expect(kinds(thread([], {mayReply: false}), [fixed])).toEqual(['no-permission']);
	expect(kinds(thread([], {mayResolve: false}), [fixed])).toEqual(['reply', 'no-permission']);
});

test('a reaction goes to the comments of applied changes, once', () => {
	const quiet = {reply: false, resolve: false, react: true};
	expect(kinds(thread([{}]), [fixed], quiet)).toEqual(['react', 'not-asked']);
	const now = thread([]);
	expect(kinds({...now, comments: [{...now.comments[0]!, hasThumb: true}]}, [fixed], quiet)).toEqual(['not-asked']);
});
