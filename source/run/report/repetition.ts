import type {Repetition} from '../../review/finding.ts';
import {plainText} from '../../review/inline.ts';

const places = {thread: 'in another comment', review: 'in a review', comment: 'in the conversation'} as const;

/** Says where a reviewer repeats a finding, with its words where they are other ones. */
export function formatRepetition({kind, commentId, url, words}: Repetition): string {
	const where = `repeated ${places[kind]} (${url ?? commentId})`;
	return words === null ? where : `${where}: ${plainText(words)}`;
}
