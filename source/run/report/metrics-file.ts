import {writeFile} from 'node:fs/promises';
import {extname, resolve} from 'node:path';
import {Failure} from '../../failure.ts';
import {idOfChoice} from '../../llm/choice.ts';
import type {Metrics} from '../../llm/meter.ts';
import type {MetricRow} from '../../llm/metrics.ts';
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
	const requests = (metrics?.rows ?? []).map(describeRow);
	if (extname(path).toLowerCase() === '.csv') return formatCsv(requests);
	const {host, owner, repo, number} = report.pullRequest;
	const {byProvider: _, ...summary} = report.llm;
	const document = {
		schema: 'pr-resolve/metrics@1',
		summary: {...summary, findings: report.summary.findings, exitCode: report.exitCode},
		provider_stats: Object.fromEntries(
			(metrics?.providers ?? []).map(({choice, totals}) => [idOfChoice(choice), {...choice, ...totals}]),
		),
		pr_info: {host, owner, repo, number},
		comments: Object.fromEntries(
			(metrics?.comments ?? []).map(
				({about, totals: {requests, cacheHits, tokens, premiumRequests, costUsd, unknownCosts}}) => [
					about,
					{requests, cacheHits, tokens, premiumRequests, costUsd, unknownCosts},
				],
			),
		),
		requests,
	};
	return `${JSON.stringify(document, null, '\t')}\n`;
}

function describeRow(row: MetricRow) {
	const {choice, about, startedAtMs, outcome, latencyMs, tokens, premiumRequests, costUsd, isCostUnknown} = row;
	return {
		provider: choice.provider,
		model: choice.model,
		effort: choice.effort,
		comment: about,
		started: new Date(startedAtMs).toISOString(),
		outcome,
		latencyMs,
		inputTokens: tokens.input,
		cachedInputTokens: tokens.cachedInput,
		cacheWriteTokens: tokens.cacheWrite,
		outputTokens: tokens.output,
		premiumRequests,
		costUsd,
		isCostUnknown,
	};
}

type Row = ReturnType<typeof describeRow>;

const columns = [
	'provider',
	'model',
	'effort',
	'comment',
	'started',
	'outcome',
	'latencyMs',
	'inputTokens',
	'cachedInputTokens',
	'cacheWriteTokens',
	'outputTokens',
	'premiumRequests',
	'costUsd',
	'isCostUnknown',
] as const satisfies readonly (keyof Row)[];

function formatCsv(rows: readonly Row[]): string {
	const lines = rows.map(row => columns.map(column => csvCell(row[column])).join(','));
	return `${[columns.join(','), ...lines].join('\n')}\n`;
}

/** RFC 4180. */
function csvCell(value: string | number | boolean | null): string {
	const text = value === null ? '' : String(value);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
