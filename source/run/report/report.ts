import type {DeliveryReport, ThreadReport} from '../../delivery/publish/report-publication.ts';
import type {ExitCode} from '../../exit-code.ts';
import type {Conflict} from '../../resolve/conflict.ts';
import type {Policy} from '../../resolve/policy.ts';
import type {Completeness} from '../../review/comment.ts';
import type {Change, Finding, Maker} from '../../review/finding.ts';
import type {Reviewer} from '../../review/read.ts';
import type {SyntaxVerdict} from '../../worktree/syntax/checker.ts';
import type {MemoryReceipt} from '../memory/receipt.ts';
import type {RunState} from '../state.ts';
import type {ModelReport} from './model-report.ts';
import {type Left, type LeftCounts, leftOf, type Outcome, outcomes, outcomeTable, type Verdict} from './outcome.ts';

export const reportSchema = 'pr-resolve/report@1';

type Lines = {start: number; end: number};

/** What of a finding is in a report as it was read, in its order. `path` and `lines` as it names them; `bodyHash` for `pr-resolve/decisions@1`. */
export const findingFields = [
	'id',
	'source',
	'alsoTold',
	'author',
	'title',
	'severity',
	'statedSeverity',
	'category',
	'confidence',
	'path',
	'lines',
	'alsoAt',
	'bodyHash',
	'explanation',
] as const;

/** What of a verdict is in a report, in its order. */
export const verdictFields = ['outcome', 'reason', 'leftOutBy', 'fixedIn', 'memory'] as const;

type ToldVerdict = Pick<Verdict, (typeof verdictFields)[number]>;

/** The result of a run: the one object behind screen, text and `--json`. Lines are 1-based and inclusive. */
export type Report = DeliveryReport &
	Pick<RunState, 'warnings' | 'rounds' | 'verification' | 'heldBack'> & {
		schema: typeof reportSchema;
		pullRequest: {
			host: string;
			owner: string | null;
			repo: string | null;
			number: number | null;
			headOid: string | null;
			/** `github`, or `recording`. */
			source: string;
		};
		mode: Policy['mode'];
		findings: (Omit<Pick<Finding, (typeof findingFields)[number]>, 'author'> &
			ToldVerdict & {
				author: {login: string; bot: string | null} | null;
				/** Null unless replies or resolves were asked for. */
				closing: ThreadReport | null;
				/** Ids; a change that several findings ask for is listed by each. */
				changes: string[];
			})[];
		changes: (ToldVerdict & {
			id: string;
			findings: string[];
			from: Change['from'];
			/** Whether a person wrote its lines, in place of those that were proposed or where none were. */
			edited: boolean;
			/** Who made it, where a model did. */
			model: Maker | null;
			path: string;
			original: Lines & {commit: string | null};
			placement: ({kind: string} & Partial<Lines>) | null;
			confidence: number;
			/** Hunks of a unified diff against today's file; empty where nothing is to be changed. */
			diff: string;
			/** The commit of this run that it is in; null if it is in none. */
			commit: string | null;
		})[];
		conflicts: {
			id: string;
			kind: string;
			changes: string[];
			chosen: string | null;
			by: Conflict['by'];
			reason: string;
		}[];
		files: {path: string; applied: number; syntax: SyntaxVerdict}[];
		receipt: Completeness & {
			threads: number;
			reviewBodies: number;
			issueComments: number;
			/** What reviewers said of their own work. */
			reviewers: Reviewer[];
			/** What the team has declined for good; absent: the repository has no memory of that. */
			/** `declined`: how many findings it has declined, and nobody else. */
			memory?: MemoryReceipt & {declined: number};
		};
		llm: ModelReport;
		/** `undo` is null if its record is gone. */
		run: {id: string; undo: string | null} | null;
		/** Messages of the commits that a dry run would make of this pull request. */
		commitPreview: string[];
		/** The branch that a dry run would push to. */
		pushPreview: {repo: string; branch: string} | null;
		/** What would change, for `git apply`; absent if the run was to write. */
		patch?: string;
		/** Findings by outcome. `fixed`: those that would be open, but were fixed in other lines than suggested; absent if none were. */
		summary: Record<SummaryKey, number> & {fixed?: number};
		exitCode: ExitCode;
	};

/** What is known of a run after its end. */
export type EndedRun = {report: Report; state: RunState};

type SummaryKey = 'findings' | (typeof outcomeTable)[Outcome]['key'];

/** The open findings of one or more reports. */
export function leftInSummary(...summaries: readonly Report['summary'][]): LeftCounts {
	const sum = (wanted: Left) => {
		const keys = outcomes.filter(outcome => leftOf({outcome}) === wanted).map(outcome => outcomeTable[outcome].key);
		return summaries.flatMap(summary => keys.map(key => summary[key])).reduce((total, number) => total + number, 0);
	};
	return {toDecide: sum('to decide'), inWords: sum('in words')};
}
