import type {Column, Reader, Table} from '../../document/document.ts';
import {age} from '../../text/figures.ts';
import {lastUpdatedFirst} from './inbox-report.ts';
import type {InboxState} from './inbox-state.ts';
import {
	busyPhrase,
	busyWords,
	checksPhrase,
	type InboxRow,
	nameOfRow,
	phaseOf,
	type RowPhase,
	stateWord,
	threadPhrase,
	threadWords,
	workCounts,
	workWords,
} from './row.ts';

const pipe: readonly Reader[] = ['pipe'];

const columns: readonly Column[] = [
	{title: 'pull request'},
	{title: 'state', for: pipe},
	{title: 'title', least: 24},
	{title: 'author', for: pipe},
	{title: 'findings'},
	{title: 'threads'},
	{title: 'checks'},
	{title: 'reviewers'},
	{title: 'updated'},
];

/** A row for each pull request. @param now in milliseconds since the epoch */
export const inboxTable = ({rows}: InboxState, now: number): Table => ({
	...{kind: 'table', columns, titledFor: ['screen']},
	rows: lastUpdatedFirst(rows).map(row => {
		const {listed, read} = row;
		const {title, author, updatedAt} = listed;
		const note = stateWord(row);
		const busy = read?.reviewers.filter(({state}) => state !== 'done') ?? [];
		const updated = age(now - Date.parse(updatedAt));
		return {
			cells: [
				{text: nameOfRow(row), tone: 'strong'},
				note || 'open',
				{text: note === '' ? title : `${note}: ${title}`, full: title},
				author ?? '',
				findingWords(row),
				{
					text: threadWords(row),
					phrase: threadPhrase(row),
					full: read ? `${read.threads.open} of ${read.threads.all} threads open` : '',
				},
				{text: read?.checks ?? '', phrase: checksPhrase(row), full: read ? `checks ${read.checks ?? 'none'}` : ''},
				{
					text: busyWords(row),
					phrase: busyPhrase(row),
					full: busy.map(({login, state}) => `${login} ${state}`).join(', '),
				},
				{text: updated, phrase: `updated ${updated} ago`, full: updatedAt},
			],
		};
	}),
});

function findingWords(row: InboxRow): string {
	const {summary} = row;
	if (!summary) return phaseWords[phaseOf(row)];
	const counts = workCounts(summary).map(({outcome, number}) => workWords(outcome, number));
	return counts.join(', ') || 'nothing to do';
}

/** What is shown instead of findings that are not known. */
const phaseWords = {
	failed: 'failed',
	found: 'not read',
	read: 'not analyzed',
	analyzed: '',
} as const satisfies Record<RowPhase, string>;
