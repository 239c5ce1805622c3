import {type Column, type Document, gap, paragraph, type Reader, section, type Table} from '../../document/document.ts';
import {count} from '../../text/sentences.ts';
import {hitsOf} from './block.ts';
import {findingClasses} from './counted.ts';
import {intervalWords} from './share.ts';
import type {StatsFinding, StatsReport, StatsRow} from './stats-report.ts';
import {
	adviceWords,
	answerPhrase,
	answerWords,
	blockWords,
	classOfFinding,
	classWords,
	countedWords,
	densityPhrase,
	densityWords,
	figuresInWords,
	placeOfFinding,
	rowShare,
	shareRule,
	statsTitle,
	unreadWords,
} from './stats-words.ts';

/**
 * All figures, from those of reviewers to what was not read.
 * @param show the command that shows the findings of a row; null if there is none
 */
export const statsDocument = (report: StatsReport, show: string | null): Document => [
	{kind: 'heading', text: statsTitle(report)},
	paragraph(countedWords(report)),
	...(report.reviewers.length === 0
		? []
		: [gap, reviewersTable(report), gap, rowsTable(report), gap, paragraph(shareRule), ...howToShow(show)]),
	...statsNotes(report),
];

/** What follows from the figures, and what is not in them. */
export const statsNotes = (report: StatsReport): Document => [
	...below('Advice', report.advice.map(adviceWords)),
	...below('Not read', unreadWords(report)),
];

const below = (title: string, texts: readonly string[]): Document =>
	texts.length === 0 ? [] : [gap, ...section(title, texts).slice(0, -1)];

const howToShow = (command: string | null): Document =>
	command === null ? [] : [{kind: 'paragraph', text: 'To see the findings of a row, run:', command}];

const titled: readonly Reader[] = ['screen', 'pipe', 'page'];

const right = {align: 'right'} as const;

const reviewersTable = ({reviewers}: StatsReport): Table => ({
	kind: 'table',
	columns: [
		{title: 'reviewer'},
		{title: 'findings', ...right},
		{title: 'pull requests', ...right},
		{title: 'repeats', ...right, rank: 1},
		{title: 'first answer (findings)', ...right},
		{title: 'per 100 lines', ...right},
	],
	rows: reviewers.map(one => ({
		cells: [
			{text: one.name, tone: 'strong'},
			{text: `${one.findings}`, phrase: count(one.findings, 'finding')},
			{text: `${one.pullRequests}`, phrase: `in ${count(one.pullRequests, 'pull request')}`},
			{text: `${one.repeats}`, phrase: count(one.repeats, 'repeat')},
			{text: answerWords(one), phrase: answerPhrase(one)},
			{text: densityWords(one), phrase: densityPhrase(one)},
		],
	})),
	titledFor: titled,
});

/** The classes that the share does not count, as columns. */
const otherClasses = findingClasses.filter(name => name !== 'taken');

const rankOfClass = {undecidable: 1, partly: 4, changed: 3, declined: 5, answered: 6, untouched: 2} as const;

const columns: readonly Column[] = [
	{title: 'row'},
	{title: 'findings', ...right},
	{title: 'pull requests', ...right, rank: 7},
	{title: 'share', ...right},
	{title: '95% bounds', ...right},
	...otherClasses.map(name => ({title: classWords[name], ...right, rank: rankOfClass[name]})),
];

/** A group for each block of a reviewer. */
const rowsTable = ({rows}: StatsReport): Table => ({
	kind: 'table',
	columns,
	rows: rows.map((row, index) => {
		const above = rows[index - 1];
		const isFirst = above?.block !== row.block || above.reviewer !== row.reviewer || above.kind !== row.kind;
		return {cells: rowCells(row), ...(isFirst && {group: `${row.name}: ${blockWords[row.block]}`})};
	}),
	titledFor: titled,
});

function rowCells(row: StatsRow): Table['rows'][number]['cells'] {
	const {name, findings, pullRequests, classes, block} = row;
	const share = rowShare(row);
	return [
		{text: name, tone: 'strong'},
		{text: `${findings}`, phrase: count(findings, 'finding')},
		{text: `${pullRequests}`, phrase: `in ${count(pullRequests, 'pull request')}`},
		share,
		intervalWords(row.share),
		...otherClasses.map(one => {
			const isNone = classes[one] === 0 || one === hitsOf[block];
			return {text: isNone ? '' : `${classes[one]}`, phrase: isNone ? '' : `${classes[one]} ${classWords[one]}`};
		}),
	];
}

/** The findings behind a row: those with a suggestion, then those in words. @param name as in `rows` */
export function rowDocument({rows, findings}: StatsReport, name: string): Document {
	const own = rows.filter(row => row.name === name);
	return [
		{kind: 'heading', text: name},
		...own.map(row => paragraph(`${blockWords[row.block]}: ${row.findings}; ${figuresInWords(row)}`)),
		gap,
		{
			kind: 'table',
			// An address that is cut cannot be opened.
			columns: [{title: 'class'}, {title: 'place'}, {title: 'address', least: Number.POSITIVE_INFINITY}],
			rows: own.flatMap(({block}) =>
				findings
					.filter(finding => finding.block === block && finding.rows.includes(name))
					.map((finding, index) => ({
						cells: findingCells(finding),
						...(index === 0 && {group: blockWords[block]}),
					})),
			),
			titledFor: ['page'],
		},
	];
}

const findingCells = (finding: StatsFinding) => [
	classOfFinding(finding),
	`${finding.repository}#${finding.number} ${placeOfFinding(finding)}`,
	{text: finding.url ?? finding.pullRequest, href: finding.url},
];
