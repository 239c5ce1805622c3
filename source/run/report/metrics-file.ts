import {writeFile} from 'node:fs/promises';
import {extname, resolve} from 'node:path';
import {Failure} from '../../failure.ts';
import type {Metrics} from '../../llm/meter.ts';
import {type MetricRow, totalsByAbout, totalsByChoice} from '../../llm/metrics.ts';
import {idOfChoice} from '../../llm/providers/registry.ts';
import {byName, namesOf, pick} from '../../system/by-name.ts';
import {messageOf, systemCode} from '../../system/errors.ts';
import {checkWritable} from '../../system/writable.ts';
import type {RunState} from '../state.ts';
import type {Report} from './report.ts';

/**
 * Finds out before the run whether its accounts can be written.
 * @throws {Failure} usage `metrics-unwritable`
 */
export async function checkMetricsPath(path: string, cwd: string): Promise<void> {
	try {
		await checkWritable(resolve(cwd, path));
	} catch (error) {
		throw unwritableMetrics('usage', path, error);
	}
}

/** @throws {Failure} `metrics-unwritable` */
export async function saveMetrics(path: string, state: RunState, report: Report, cwd: string): Promise<void> {
	try {
		await writeFile(resolve(cwd, path), formatMetrics(path, report, state.model?.metrics ?? null), {mode: 0o644});
	} catch (error) {
		throw unwritableMetrics('failed', path, error);
	}
}

function unwritableMetrics(kind: 'usage' | 'failed', path: string, cause: unknown): Failure {
	const why = systemCode(cause) ?? messageOf(cause);
	const message = `Cannot write the metrics to ${path} (${why}).`;
	return new Failure(kind, 'metrics-unwritable', message, 'Choose a file in a writable folder.', {cause});
}

/**
 * The accounts of the model requests as a file: CSV, one request a line, where its name ends so, else JSON. Money is in
 * US dollars, times are in milliseconds, moments in ISO 8601.
 * @param metrics null where no model was asked
 */
function formatMetrics(path: string, report: Report, metrics: Metrics | null): string {
	const rows = metrics?.rows ?? [];
	const requests = rows.map(describeRow);
	if (extname(path).toLowerCase() === '.csv') return formatCsv(requests);
	const {host, owner, repo, number} = report.pullRequest;
	const {byProvider: _, ...summary} = report.llm;
	const document = {
		schema: 'pr-resolve/metrics@1',
		summary: {...summary, findings: report.summary.findings, exitCode: report.exitCode},
		provider_stats: Object.fromEntries(
			totalsByChoice(rows).map(({choice, totals}) => [idOfChoice(choice), {...choice, ...totals}]),
		),
		pr_info: {host, owner, repo, number},
		comments: Object.fromEntries(
			totalsByAbout(rows).map(({about, totals}) => [
				about,
				pick(totals, ['requests', 'cacheHits', 'tokens', 'premiumRequests', 'costUsd', 'unknownCosts']),
			]),
		),
		requests,
	};
	return `${JSON.stringify(document, null, '\t')}\n`;
}

type Cell = string | number | boolean | null;

/** What a file has of a request, in its order. */
const columns = {
	provider: ({choice}) => choice.provider,
	model: ({choice}) => choice.model,
	effort: ({choice}) => choice.effort,
	comment: ({about}) => about,
	started: ({startedAtMs}) => new Date(startedAtMs).toISOString(),
	outcome: ({outcome}) => outcome,
	latencyMs: ({latencyMs}) => latencyMs,
	inputTokens: ({tokens}) => tokens.input,
	cachedInputTokens: ({tokens}) => tokens.cachedInput,
	cacheWriteTokens: ({tokens}) => tokens.cacheWrite,
	outputTokens: ({tokens}) => tokens.output,
	premiumRequests: ({premiumRequests}) => premiumRequests,
	costUsd: ({costUsd}) => costUsd,
	isCostUnknown: ({isCostUnknown}) => isCostUnknown,
} as const satisfies Record<string, (row: MetricRow) => Cell>;

const names = namesOf(columns);

const describeRow = (row: MetricRow) => byName(names, (name): Cell => columns[name](row));

function formatCsv(requests: readonly Record<string, Cell>[]): string {
	const lines = requests.map(request => names.map(name => csvCell(request[name] ?? null)).join(','));
	return `${[names.join(','), ...lines].join('\n')}\n`;
}

/** RFC 4180. */
function csvCell(value: Cell): string {
	const text = value === null ? '' : String(value);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
