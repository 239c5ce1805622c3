import type {ListedPullRequest, MineFilter} from '../../code-host/lists.ts';
import type {Failure, Remedy} from '../../failure.ts';
import type {ProjectText} from '../../settings/resolve.ts';
import type {Report} from '../report/report.ts';
import type {AnalysisRules} from '../round/round-site.ts';
import type {RowRead} from './row.ts';

/** What reading many pull requests shows while it goes on. `id`: that of a listed pull request. */
export type InboxEvent =
	/** It waits for the host, until it lists more, or something arrives. */
	| {type: 'wait'; reason: string; ms: number}
	| {type: 'arrived'}
	/** A page of the list. `total` is null if the host does not count. */
	| {type: 'found'; pullRequests: readonly ListedPullRequest[]; total: number | null}
	/** The list is complete but for these sentences. */
	| {type: 'listed'; incomplete: readonly Remedy[]}
	/** This one is read, for the first time or again. */
	| {type: 'reading'; id: string}
	| {type: 'read'; id: string; read: RowRead}
	/** What became of its findings without a model, as `analyze` reports it. */
	| {type: 'analyzed'; id: string; summary: Report['summary']}
	/** It could not be read or analyzed. */
	| {type: 'failed'; id: string; failure: Failure};

export type InboxRequest = {filter: MineFilter; rulesAt: RulesAt};

/** How a pull request is analyzed, by the settings file of its head; null if there is none. @throws {Failure} usage, of that file */
export type RulesAt = (project: ProjectText | null) => Promise<AnalysisRules>;
