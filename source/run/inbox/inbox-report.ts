import {type ExitCode, exitCodes} from '../../exit-code.ts';
import type {Remedy} from '../../failure.ts';
import {errorOf, type ReportedError} from '../report/reported-error.ts';
import type {InboxState} from './inbox-state.ts';
import type {InboxRow, RowRead} from './row.ts';

/** The result of `inbox --json`. Fields may be added; none changes its meaning. */
export type InboxReport = {
	schema: 'pr-resolve/inbox@1';
	/** The one that was updated last is first. */
	pullRequests: {
		url: string;
		/** `owner/name` */
		repository: string;
		number: number;
		title: string;
		/** Login; null if the account was deleted. */
		author: string | null;
		isDraft: boolean;
		/** One can be closed or merged after it was listed; null if it was not read. */
		state: RowRead['state'];
		/** Both as ISO 8601. */
		createdAt: string;
		updatedAt: string;
		/** Not resolved, and all; null if it was not read. The same is true of reviewers. */
		threads: RowRead['threads'] | null;
		reviewers: Pick<RowRead['reviewers'][number], 'login' | 'state' | 'detail'>[] | null;
		/** Null if it has none, or was not read. */
		checks: RowRead['checks'];
		/** Findings by outcome, as in `pr-resolve/report@1`; null if it was not analyzed. */
		summary: InboxRow['summary'];
		/** Sentences on what could not be read of it. */
		incomplete: readonly string[];
		error: ReportedError | null;
	}[];
	/** Sentences on pull requests that are not in the list. */
	incomplete: readonly Remedy[];
	exitCode: ExitCode;
};

/** The report of an inbox. What was not read because the user did not wait for it is no failure. */
export function reportInbox({rows, incomplete}: InboxState): InboxReport {
	const isWhole = incomplete.length === 0 && !rows.some(lacksPart);
	return {
		schema: 'pr-resolve/inbox@1',
		pullRequests: lastUpdatedFirst(rows).map(reportRow),
		incomplete,
		exitCode: isWhole ? exitCodes.done : exitCodes.failed,
	};
}

const lacksPart = ({read, failure}: InboxRow) => failure !== null || (read?.incomplete ?? []).length > 0;

/** Pages of a list may overlap in time. */
export const lastUpdatedFirst = (rows: readonly InboxRow[]): InboxRow[] =>
	rows.toSorted((one, other) => Date.parse(other.listed.updatedAt) - Date.parse(one.listed.updatedAt));

function reportRow({listed, read, summary, failure}: InboxRow): InboxReport['pullRequests'][number] {
	const {url, owner, name, number, title, author, isDraft, createdAt, updatedAt} = listed;
	return {
		...{url, repository: `${owner}/${name}`, number, title, author, isDraft},
		...{state: read?.state ?? null, createdAt, updatedAt},
		threads: read?.threads ?? null,
		reviewers: read?.reviewers.map(({login, state, detail}) => ({login, state, detail})) ?? null,
		checks: read?.checks ?? null,
		summary,
		incomplete: read?.incomplete ?? [],
		error: failure && errorOf(failure),
	};
}
