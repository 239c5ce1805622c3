import {expect, test} from 'vitest';
import {closeThread} from '../../../source/review/closing/close-thread.ts';
import type {Fate} from '../../../source/review/closing/fate.ts';
import {formatReply} from '../../../source/review/closing/marker.ts';
import {actsIn, type ThreadCommentNow, type ThreadNow} from '../../../source/review/closing/thread-acts.ts';
import {hashBody} from '../../../source/review/identity.ts';
import {bot, person} from '../../helpers/pull-request.ts';

const sha = 'a'.repeat(40);
const fixed: Fate = {kind: 'fixed', commit: sha, moved: null, model: null};
const open: Fate = {kind: 'open', place: null, why: 'edited since'};
const declined: Fate = {kind: 'declined', place: null, reason: 'on purpose'};
const everything = {reply: true, resolve: true, resolvePeople: false, react: false};
const viewer = 'octocat';
const world = {viewer, isPublished: (oid: string) => oid === sha};

const reviewer = bot('coderabbitai');
const asked = 'Do this.';

function thread(comments: Partial<ThreadCommentNow>[], init: Partial<ThreadNow> = {}): ThreadNow {
	const all = [{author: reviewer, body: asked}, ...comments].map((comment, index) => ({
		id: `${index + 1}`,
		nodeId: `node_${index + 1}`,
		url: null,
		author: reviewer,
		body: 'A reply.',
		hasThumb: false,
		...comment,
	}));
	return {id: 'T', isResolved: false, mayReply: true, mayResolve: true, comments: all, ...init};
}

const planOf = (fates: readonly Fate[]) => ({
	closing: closeThread(fates),
	run: 'r1',
	findings: ['f1'],
	read: new Map([['1', hashBody(asked)]]),
	applied: new Set(['1']),
});

const ownReply = (fates: readonly Fate[], run = 'r0') => ({
	author: person(viewer),
	body: formatReply(closeThread(fates), run, ['f1']),
});

function kinds(now: ThreadNow, fates: readonly Fate[], wishes = {}) {
	const {acts, left} = actsIn(now, planOf(fates), {...everything, ...wishes}, world);
	return [...acts.map(({kind}) => kind), ...(left ? [left.kind] : [])];
}

test("a bot's thread is answered and resolved, a person's only answered", () => {
	expect(kinds(thread([]), [fixed])).toEqual(['reply', 'resolve']);
	const ofPerson = thread([{}]);
	const people = {...ofPerson, comments: ofPerson.comments.map(comment => ({...comment, author: person('ann')}))};
	expect(kinds(people, [fixed])).toEqual(['reply']);
	expect(kinds(people, [fixed], {resolvePeople: true})).toEqual(['reply', 'resolve']);
});

test('only what is done as a whole is resolved', () => {
	expect(kinds(thread([]), [fixed, open])).toEqual(['reply']);
	expect(kinds(thread([]), [open])).toEqual([]);
	expect(kinds(thread([]), [declined])).toEqual(['reply', 'resolve']);
	expect(kinds(thread([]), [{...declined, reason: null}])).toEqual(['reply']);
});

test("a bot's thread in which a person wrote last is not resolved", () => {
	expect(kinds(thread([{author: person('ann')}]), [fixed])).toEqual(['reply']);
	expect(kinds(thread([{author: person('ann')}, {author: reviewer}]), [fixed])).toEqual(['reply', 'resolve']);
	expect(kinds(thread([{author: person(viewer)}]), [fixed])).toEqual(['reply']);
	expect(kinds(thread([ownReply([fixed])]), [fixed])).toEqual(['resolve']);
	expect(kinds(thread([{author: person('ann')}, ownReply([fixed])]), [fixed])).toEqual([]);
});

test('a thread that heard the same hears nothing', () => {
	expect(kinds(thread([ownReply([fixed])], {isResolved: true}), [fixed])).toEqual(['done']);
	expect(kinds(thread([ownReply([fixed])]), [fixed])).toEqual(['resolve']);
	expect(kinds(thread([ownReply([fixed])]), [fixed], {resolve: false})).toEqual([]);
});

test('another state edits our reply, unless it is not the last word', () => {
	const edited = actsIn(thread([ownReply([fixed, open])]), planOf([fixed]), everything, world);
	expect(edited.acts[0]).toMatchObject({kind: 'edit', comment: 'node_2', body: expect.stringContaining('"r1"')});
	expect(kinds(thread([ownReply([fixed, open]), {author: person('ann')}]), [fixed])).toEqual(['reply']);
});

test('a reply that names a commit which was pushed away is corrected', () => {
	const gone: Fate = {...fixed, commit: 'b'.repeat(40)};
	const {acts} = actsIn(thread([ownReply([gone])]), planOf([fixed]), everything, world);
	expect(acts).toMatchObject([{kind: 'edit', body: expect.stringContaining(sha)}, {kind: 'resolve'}]);
	expect(kinds(thread([ownReply([gone]), {}]), [fixed])).toEqual(['reply', 'resolve']);
	expect(kinds(thread([ownReply([gone, open])]), [fixed, open])).toEqual(['edit']);
});

test('a marker by another account is no reply of ours', () => {
	const forged = {...ownReply([fixed]), author: person('mallory')};
	expect(kinds(thread([forged]), [fixed])).toEqual(['reply']);
});

test('a comment that was edited since it was read is left alone', () => {
	const now = thread([]);
	const edited = {...now, comments: [{...now.comments[0]!, body: 'Do something else.'}]};
	expect(kinds(edited, [fixed])).toEqual(['open']);
});

test('what the token may not is denied: replies, or only resolving', () => {
	expect(kinds(thread([], {mayReply: false}), [fixed])).toEqual(['denied']);
	expect(kinds(thread([], {mayResolve: false}), [fixed])).toEqual(['reply', 'denied']);
});

test('a reaction goes to the comments of applied changes, once', () => {
	const quiet = {reply: false, resolve: false, react: true};
	expect(kinds(thread([{}]), [fixed], quiet)).toEqual(['react']);
	const now = thread([]);
	expect(kinds({...now, comments: [{...now.comments[0]!, hasThumb: true}]}, [fixed], quiet)).toEqual([]);
});
