import {isSameAccount} from './closing/marker.ts';
import type {Comment, PullRequest} from './comment.ts';
import type {Reviewer} from './read.ts';

/** Apps whose tools post only what they find: silence may mean that they have looked. */
const silentApps: readonly string[] = ['github-actions', 'github-advanced-security'];

/** Something that a reviewer posted on a commit. */
type Look = {login: string; commit: string; time: string};

/**
 * The reviewers at the head: those that have looked at it are done, and those that have only looked at earlier commits are
 * stale, unless a newer comment of theirs contains another state. Apps review by themselves; people are not waited for.
 * @param reviewers as their comments have it
 * @param viewer login of the token's account, whose replies are no reviews; null if it is a person
 */
export function reviewersAt(
	head: string,
	pullRequest: PullRequest,
	reviewers: readonly Reviewer[],
	viewer: string | null,
): Reviewer[] {
	const looks = Map.groupBy(looksIn(head, pullRequest, viewer), ({login}) => login);
	const apps = appsIn(pullRequest);
	const known = new Map(reviewers.filter(({login}) => apps.has(login)).map(reviewer => [reviewer.login, reviewer]));
	return [...new Set([...known.keys(), ...looks.keys()])].flatMap((login): Reviewer | Reviewer[] => {
		const found = looks.get(login) ?? [];
		const stated = known.get(login);
		const isBusy = stated !== undefined && stated.state !== 'done';
		const atHead = found.filter(({commit}) => commit === head);
		if (atHead.some(({time}) => !isBusy || (stated.since !== null && time > stated.since))) {
			return {login, state: 'done', detail: stated?.detail ?? '', since: stated?.since ?? null};
		}
		if (isBusy) return stated;
		const last = found.toSorted((one, other) => (one.time < other.time ? -1 : 1)).at(-1);
		if (!last) return stated ?? [];
		return {login, state: 'stale', detail: `looked at ${last.commit.slice(0, 7)} last`, since: last.time};
	});
}

/** Anyone can write what looks like the note of an app. */
function appsIn({reviewThreads, reviews, comments}: PullRequest): Set<string> {
	const all = [...reviewThreads.flatMap(thread => thread.comments), ...reviews, ...comments];
	return new Set(all.flatMap(({author}) => (author?.isBot ? [author.login] : [])));
}

function looksIn(head: string, {reviewThreads, reviews, comments}: PullRequest, viewer: string | null): Look[] {
	// An answer in a thread is in a review too, one without a text.
	const reviewed = reviews.filter(({body, state}) => body.trim() !== '' || state !== 'commented');
	const isHead = new RegExp(`\\b${head.slice(0, 7)}`);
	return [
		...reviewThreads.flatMap(({comments: [first]}) => (first ? [{comment: first, commit: first.originalCommit}] : [])),
		...reviewed.map(review => ({comment: review, commit: review.commit})),
		...[...reviews, ...comments].map(comment => ({comment, commit: isHead.test(comment.body) ? head : null})),
	].flatMap(({comment, commit}) => lookOf(comment, commit, viewer));
}

function lookOf({author, updatedAt, createdAt}: Comment, commit: string | null, viewer: string | null): Look[] {
	if (!author?.isBot || commit === null || (viewer !== null && isSameAccount(author, viewer))) return [];
	if (silentApps.includes(author.login)) return [];
	return [{login: author.login, commit, time: updatedAt ?? createdAt ?? ''}];
}
