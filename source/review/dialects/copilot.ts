import {dialectOfForm} from './form.ts';

/** GitHub Copilot code review: plain prose, sometimes a suggestion; an overview as the review's body. */
export const copilot = dialectOfForm({
	name: 'copilot',
	logins: ['copilot', 'copilot-pull-request-reviewer'],
	marks: [/^Copilot reviewed \d+ out of \d+ changed files in this pull request/m],
	posted: /^Copilot reviewed \d+ out of \d+ changed files in this pull request and generated (\d{1,6}) comments?\b/m,
	boilerplate: /^Copilot uses AI\. Check for mistakes/,
	notices: [
		{mark: /^## Pull request overview|^Copilot reviewed \d+ out of/i, says: 'the overview of a review', state: 'done'},
		{mark: /^Copilot (?:wasn't|was not) able to review/i, says: 'a note that nothing was reviewed', state: 'done'},
	],
});
