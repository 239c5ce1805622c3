import type {ThreadCommentData, ThreadData} from '../../../test/emulators/github/records.ts';
import type {Suggested} from './scene.ts';

/** The account that runs. */
export const viewer = 'octocat';
/** An account without a role. */
export const passerBy = 'visitor';

export const isOurs = ({author, body}: ThreadCommentData): boolean =>
	author?.login === viewer && body.includes('<!-- pr-resolve:v1 ');

/** Ids of those below a comment by people with a role, and by deleted accounts. */
export function answersTo({id}: Suggested, {comments}: ThreadData): string[] {
	const below = comments.slice(comments.findIndex(({fullDatabaseId}) => fullDatabaseId === id) + 1);
	const isByOther = ({author}: ThreadCommentData) => author?.__typename === 'Bot' || author?.login === passerBy;
	return below.filter(comment => !isByOther(comment) && !isOurs(comment)).map(one => one.id);
}
