import type {Post, Remark} from '../dialect.ts';
import type {Place} from '../finding.ts';
import {dialectOfForm} from './form.ts';
import {placeIn} from './places.ts';

/** Cursor Bugbot: a heading, the severity, prose; every place, the comment's own first, in a hidden list. */
export const cursorBugbot = dialectOfForm({
	name: 'cursor-bugbot',
	logins: ['cursor'],
	marks: [/^<!-- (?:BUGBOT_|LOCATIONS START$)/m, /^Cursor Bugbot has reviewed your changes/m],
	shape: /^\*\*\w+ Severity\*\*\s*$/m,
	labels: [/^(?<title>[^\n]+)$/, /^\*\*(?<severity>\w+ Severity)\*\*$/],
	posted: /^Cursor Bugbot has reviewed your changes\b.* and found (\d{1,6}) potential issues?\b/m,
	boilerplate: /^(?:<(?:a|div|p|sup)\b|&nbsp;)/,
	asides: /^Additional Locations/,
	notices: [
		{
			mark: /^(?:<!-- BUGBOT_REVIEW -->\s*)?Cursor Bugbot has reviewed/,
			says: 'the overview of a review',
			state: 'done',
		},
	],
	complete: withLocations,
});

function withLocations(remark: Remark, post: Post): Remark {
	const [first = null, ...others] = readLocations(post);
	return post.place ? {...remark, alsoAt: others} : {...remark, place: first, alsoAt: others};
}

const location = /^(?<path>[^#]+)#L(?<start>\d+)(?:-L(?<end>\d+))?$/;

function readLocations({blocks}: Post): Place[] {
	const list = blocks.find(block => block.kind === 'hidden' && block.text.startsWith('<!-- LOCATIONS START'));
	if (list?.kind !== 'hidden') return [];
	return list.text.split('\n').flatMap(line => placeIn(location, line.trim()) ?? []);
}
