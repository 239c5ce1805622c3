import {age} from '../../text/figures.ts';
import {count, sentences} from '../../text/sentences.ts';
import type {Advice} from './advice.ts';
import {type BlockName, hitsOf} from './block.ts';
import {type FindingClass, findingClasses} from './counted.ts';
import {intervalWords, leastFor} from './share.ts';
import type {ReviewerFigures, StatsFinding, StatsReport, StatsRow} from './stats-report.ts';

export const blockWords = {
	suggestions: 'findings with a suggestion',
	words: 'findings in words',
} as const satisfies Record<BlockName, string>;

export const classWords = {
	undecidable: 'not decidable',
	taken: 'taken',
	partly: 'partly taken',
	changed: 'changed',
	declined: 'declined',
	answered: 'answered',
	untouched: 'untouched',
} as const satisfies Record<FindingClass, string>;

/** `4 of 71 taken` */
export const rowShare = ({share: {hits, of}, block}: Pick<StatsRow, 'share' | 'block'>): string =>
	`${hits} of ${of} ${hitsOf[block]}`;

/** `4 of 71 taken, 6% (2% to 13%); 12 not decidable, 55 untouched, in 20 pull requests` */
export function figuresInWords(row: StatsRow): string {
	const {classes, block, pullRequests} = row;
	const others = findingClasses
		.filter(name => name !== hitsOf[block] && classes[name] > 0)
		.map(name => `${classes[name]} ${classWords[name]}`);
	const share = [rowShare(row), intervalWords(row.share)].filter(Boolean).join(', ');
	return [share, [...others, `in ${count(pullRequests, 'pull request')}`].join(', ')].join('; ');
}

/** What a share says. */
export const shareRule = `A share is of the findings that can be decided. With ${leastFor.findings} of them in ${leastFor.pullRequests} pull requests it has its bounds, with 95% confidence. Why lines were changed is unknown.`;

/** Ends the name of a pull request, which is counted whatever its state is. */
const numbered = /#\d+$/;

/** `112 pull requests of acme/api, merged since 2026-08-31` */
export function statsTitle({scopes, pullRequests, state, since}: StatsReport): string {
	const ended = {merged: 'merged', closed: 'closed', all: 'ended or opened'}[state];
	const what = `${count(pullRequests, 'pull request')} of ${scopes.join(', ')}`;
	return scopes.every(scope => numbered.test(scope)) ? what : `${what}, ${ended} since ${since.slice(0, 10)}`;
}

/** How many findings the figures are made of, and how many not. */
export function countedWords({
	reviewers,
	notCounted: {reply, remark, hidden, repeated},
	repositories,
}: StatsReport): string {
	const all = reviewers.filter(({kind}) => kind !== 'person').reduce((sum, {findings}) => sum + findings, 0);
	const others = [
		count(reply, 'reply', 'replies'),
		count(remark, 'remark'),
		`${hidden} hidden`,
		`${repeated} repeated`,
	];
	const where = count(repositories, 'repository', 'repositories');
	return sentences(`${count(all, 'finding')} counted in ${where}`, `Not counted: ${others.join(', ')}.`);
}

/** What was not read, in sentences. */
export const unreadWords = ({unread, incomplete}: StatsReport): string[] => [
	...unread.map(({name, why}) => `${name}: ${why}`),
	...incomplete,
];

/** `3 h (41)`: the median, and how many were answered. */
export const answerWords = ({firstAnswer: {findings, medianMs}}: ReviewerFigures): string =>
	medianMs === null ? '-' : `${age(medianMs)} (${findings})`;

export const densityWords = ({per100Lines}: ReviewerFigures): string =>
	per100Lines === null ? '-' : ((100 * per100Lines.findings) / per100Lines.changedLines).toFixed(1);

/** The same in words: `first answer of a person after 3 h (41)`. */
export const answerPhrase = (own: ReviewerFigures): string =>
	own.firstAnswer.medianMs === null ? 'no answer of a person' : `first answer of a person after ${answerWords(own)}`;

export const densityPhrase = (own: ReviewerFigures): string =>
	own.per100Lines === null ? 'changed lines unknown' : `${densityWords(own)} findings for 100 changed lines`;

/** `coderabbit, trivial, docs/**: 4 of 71 taken. To hide them, add "coderabbit trivial docs/**" to ...` */
export function adviceWords({bot, severity, isAtMost, path, ignore, shares}: Advice): string {
	const what = [bot, severity && `${severity}${isAtMost ? ' or less' : ''}`, path].filter(Boolean).join(', ');
	const figures = shares.map(({block, share}) => rowShare({block, share})).join(', ');
	return `${what}: ${figures}. To hide them, add "${ignore}" to ignore in your user settings.`;
}

export const placeOfFinding = ({path}: Pick<StatsFinding, 'path'>): string => path ?? 'no file';

/** `not decidable (file gone)` */
export const classOfFinding = ({class: name, why}: Pick<StatsFinding, 'class' | 'why'>): string =>
	`${classWords[name]}${why === null ? '' : ` (${why})`}`;
