import {dialectOfForm} from './form.ts';

/** Alerts of GitHub code scanning (CodeQL and other tools): the rule as a heading, one sentence, a link. */
export const codeql = dialectOfForm({
	name: 'codeql',
	logins: ['github-advanced-security'],
	marks: [/^\[Show more details\]\(https:\/\/[^\s()]+\/security\/code-scanning\/\d+\)/m],
	shape: /^## [\w .-]+ \/ \S/m,
	labels: [/^[\w .-]+ \/ (?<title>[^\n]+)$/],
	boilerplate: /^\[Show more details\]\(/,
	complete: (remark, {body}) => ({...remark, category: body.startsWith('## CodeQL /') ? 'security' : null}),
});
