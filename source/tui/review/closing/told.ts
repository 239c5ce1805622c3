import type {PublishedThread} from '../../../run/closing/publish/published.ts';
import type {Symbols} from '../../theme.ts';

type Told = PublishedThread | null;

/** What a review wrote to a thread, in words. */
export function toldNotes(told: Told): string[] {
	if (!told) return [];
	if (told.isOpen) return [`not answered: ${told.reason}`];
	return [...(told.isResolved ? ['resolved'] : []), ...(told.replyUrl === null ? [] : ['replied'])];
}

/** The same as signs. */
export function toldSigns(told: Told, {apply, replied, failed}: Symbols): string {
	if (!told) return '';
	if (told.isOpen) return failed;
	return `${told.isResolved ? apply : ''}${told.replyUrl === null ? '' : replied}`;
}
