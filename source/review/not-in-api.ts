import type {PullRequest} from './comment.ts';
import {botName} from './reviewer.ts';

/**
 * Says which reviewers posted more comments on lines than there are: the others stand on the web page only, or were
 * deleted. A bot may have several logins.
 *
 * @param posted how many comments each bot, by its short name, says it posted
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
		return `${name} says that it posted ${stated} ${stated === 1 ? 'comment' : 'comments'} on lines, of which ${found} came: the others were deleted or stand on the web page only`;
	});
}
