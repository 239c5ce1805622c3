import {expect, test} from 'vitest';
import {isCourtesy} from '../../source/review/general.ts';
import {readBlocks} from '../../source/review/markdown.ts';

const says = (body: string) => isCourtesy(readBlocks(body));

test.each([
	'LGTM',
	'LGTM! 🚀',
	':+1:',
	'👍🏽',
	'+1',
	'Thanks, looks good to me!',
	'Thank you so much for the quick fix, @octo-cat!',
	'**Great work** :tada:',
	'Nice catch. Ship it',
	':shipit:',
	'Looks great now, and thanks again.',
	'Approved',
	'Overall looks fine to me.',
	'Overall the changes look good',
])('%s asks for nothing', body => {
	expect(says(body)).toBe(true);
});

test.each([
	'',
	'🚀',
	'LGTM?',
	'Overall fine, apart from the name.',
	'Overall',
	'Looks good, but the name is wrong',
	'Thanks, please rename it',
	'Good to fix this',
	'LGTM `a`',
	'LGTM\n\n```suggestion\nb\n```',
	'Looks good after 3 fixes',
	'Not great',
	'nice to have: a test',
	`LGTM ${'very '.repeat(100_000)}`,
])('%.40s is a comment like all others', body => {
	expect(says(body)).toBe(false);
});
