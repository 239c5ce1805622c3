import {dialectOfForm} from './form.ts';

/** reviewdog: findings of linters, posted under the login of the user who runs it. */
export const reviewdog = dialectOfForm({
	name: 'reviewdog',
	logins: [],
	marks: [/^<!-- __reviewdog__:/m, /<sub>reported by \[reviewdog\]\(/],
	labels: [
		/^(?:(?<severity>🚫|⚠️|📝)\s*)?\*\*\[(?<category>[^\]\n]+)\]\*\*\s*/u,
		/^<(?!sub>)\[?(?<rule>[^<>[\]\n]+)(?:\]\([^<>\n]*\))?>\s*/,
		/^<sub>reported by \[reviewdog\]\([^()\s]*\) :dog:<\/sub>(?:<br>)?\s*/,
	],
	asides: /^reviewdog suggestion error$/,
});
