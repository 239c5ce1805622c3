import {dialectOfForm} from './form.ts';

/** Ellipsis: plain prose, sometimes a suggestion. The body lists drafts that it did not post. */
export const ellipsis = dialectOfForm({
	name: 'ellipsis',
	logins: ['ellipsis-dev'],
	marks: [/<ellipsistime>/],
	notices: [
		{
			mark: /^> \[!\w+\]\s+> \*\*(?:Looks good to me|Changes requested)|<ellipsistime>/,
			says: 'the overview of a review, with drafts that were not posted',
			state: 'done',
		},
	],
});
