import {count} from '../text/sentences.ts';
import type {PullRequest} from './comment.ts';
import {botName} from './reviewer.ts';

/**
 * Sentences about bots that report more comments on lines than the pull request has. A bot may have several logins.
 *
 * @param posted the number of comments that each bot reports, by its short name
 */
export function missingComments({reviewThreads}: PullRequest, posted: ReadonlyMap<string, number>): string[] {
	const there = new Map<string, number>();
	for (const {author, replyTo} of reviewThreads.flatMap(({comments}) => comments)) {
		const name = botName(author);
		if (name !== null && replyTo === null) there.set(name, (there.get(name) ?? 0) + 1);
	}
	return [...posted].flatMap(([name, stated]) => {
		const found = there.get(name) ?? 0;
		if (stated <= found) return [];
		return `${name} reports ${count(stated, 'comment')} on lines, but the pull request has ${found}: the others were deleted or are only on the web page`;
	});
}
