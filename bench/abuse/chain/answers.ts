import {bot, user, writing} from '../../../test/emulators/github/data.ts';
import type {ActorData, ThreadData} from '../../../test/emulators/github/records.ts';
import {isOurs, passerBy, viewer} from './answers-to.ts';
import {type Scene, threadOf} from './scene.ts';

type Answer = {author: ActorData; association: string; body: string};

const answers: readonly Answer[] = [
	{author: user('carol'), association: 'OWNER', body: 'No, this is wrong.'},
	{author: user('ann'), association: 'MEMBER', body: 'Yes please.'},
	{author: user('author'), association: 'CONTRIBUTOR', body: 'FIXED'},
	{author: user('dora'), association: 'NONE', body: 'Please do not.'},
	{author: user(viewer), association: 'OWNER', body: 'No.'},
	{author: null, association: 'NONE', body: 'I would rather not.'},
	{author: user(passerBy), association: 'NONE', body: 'Nice.'},
	{author: user(passerBy), association: 'NONE', body: 'No, do not do this.'},
	{author: bot('coderabbitai'), association: 'NONE', body: 'Thank you for the review!'},
];

const anyThread = (scene: Scene): ThreadData | null =>
	scene.changes.length === 0 ? null : threadOf(scene, scene.random.pick(scene.changes.slice(-12)).thread);

export function addAnswer(scene: Scene): string {
	const found = anyThread(scene);
	if (!found) return 'nothing to answer';
	const {author, association, body} = scene.random.pick(answers);
	const [first] = found.comments;
	const time = new Date(scene.gitHub.world.now()).toISOString();
	const init = {author, authorAssociation: association, body, createdAt: time, updatedAt: time};
	found.comments.push({
		...{__typename: 'PullRequestReviewComment', ...writing(scene.pull.data.url, init), state: 'SUBMITTED'},
		...{diffHunk: first!.diffHunk, commit: first!.commit, originalCommit: first!.originalCommit},
		replyTo: {fullDatabaseId: first!.fullDatabaseId},
	});
	return `${author?.login ?? 'a deleted account'} answers ${found.id}: ${body}`;
}

/** An answer is edited, or deleted. */
export function changeAnswer(scene: Scene): string {
	const found = anyThread(scene);
	const own = found?.comments.slice(1).filter(comment => !isOurs(comment)) ?? [];
	if (!found || own.length === 0) return 'no answer to change';
	const answer = scene.random.pick(own);
	if (scene.random.next() < 0.5) {
		const updatedAt = new Date(scene.gitHub.world.now()).toISOString();
		Object.assign(answer, {body: `${answer.body} (I mean it.)`, updatedAt});
		return `an answer in ${found.id} is edited`;
	}
	found.comments.splice(found.comments.indexOf(answer), 1);
	return `an answer in ${found.id} is deleted`;
}
