import type {InboxState} from '../../run/inbox/inbox-state.ts';
import type {FieldDialog} from '../app/dialog.ts';
import type {KeyedListState} from '../app/list.ts';
import type {News} from '../app/outside.ts';
import type {Page} from '../app/page.ts';
import type {Trouble} from '../app/state.ts';

export type FilterField = FieldDialog<'filter'>;

export type InboxScreenState = KeyedListState<FilterField | Page<'help' | 'about' | 'messages'>> & {
	/** Always in the title: names the services if they are not the real ones. */
	banner: string | null;
	/** Whether flags limit what is listed. */
	isLimited: boolean;
	inbox: InboxState;
	/** What is being listed again; it replaces the list once it is complete. */
	next: InboxState | null;
	/** Ids of those that were read by themselves since, so that the reading of all knows less of them. */
	newer: readonly string[];
	/** `stopped`: by the user. `failed`: something ended it early. */
	stage: 'reading' | 'read' | 'stopped' | 'failed';
	/** The latest failure, which the page `about` shows whole: it can be too long for the status line. */
	trouble: Trouble | null;
	/** Name of the pull request whose review is being opened. */
	opening: string | null;
	/** Words that the shown pull requests contain. */
	filter: string;
	/** What has changed since it was listed. */
	outside: News;
};
