import {text} from 'node:stream/consumers';
import type {ExitCode} from '../exit-code.ts';
import {showStats} from '../headless/show-stats.ts';
import {forgetStats, readStatsWithProgress} from '../headless/stats-run.ts';
import type {Context} from '../run/context.ts';
import {readScopes} from '../run/fleet/read-scopes.ts';
import {checkOutput, reportPlaces} from '../run/report/output.ts';
import {countPull} from '../run/stats/count-pull.ts';
import type {StatsRead} from '../run/stats/counted.ts';
import {reportStats} from '../run/stats/stats-report.ts';
import {choice} from '../settings/kind.ts';
import {appFlags, canShowApp, isCi, readerOf, screenFor, withHeldLog} from './app.ts';
import type {CommandSpec, Flags, FlagValues, Invocation, Io, Run} from './command.ts';
import {hostExits} from './exit-codes.ts';
import {pastMoment, readFlag} from './flag-value.ts';
import {jsonFlag, longSpelling} from './flags.ts';
import {terminalOf} from './terminal.ts';
import {usage} from './tokens.ts';

const ownFlags = {
	since: {
		group: 'fleet',
		placeholder: '<time>',
		help: 'limit to those that ended since 2026-11-01, or in the last 7d or 12h; to open ones opened since (default: 90d)',
	},
	state: {group: 'fleet', placeholder: '<state>', help: 'limit to merged, closed or all (default: merged)'},
	fresh: {group: 'fleet', help: 'read all again, also those that were counted before'},
	forget: {group: 'other', help: 'delete what was counted before, and end'},
	show: {group: 'output', placeholder: '<row>', help: 'list the findings behind a row of the table'},
	people: {group: 'output', help: 'list people by their logins instead of in one row'},
	output: {
		group: 'output',
		placeholder: '<file>',
		help: 'write the tables to this file as Markdown, with a chart beside it',
	},
	noFullscreen: {group: 'output', help: 'print a text instead of the screen'},
	screenReader: appFlags.screenReader,
	...jsonFlag,
} as const satisfies Flags;

export const spec = {
	positionals: [
		{
			name: 'scope',
			help: 'organization or user, owner/name, owner/name#7, URL, @file (one per line), or - for stdin',
			isRepeated: true,
			acceptsStdin: true,
		},
	],
	isElsewhere: true,
	about:
		'It reads pull requests that have ended, and counts what became of the findings of each reviewer. Nothing is checked out, sent to a model or written to GitHub. What was counted is kept in the state folder, without a text of a comment, so the next run reads only what is new.',
	everyday: ['since', 'state', 'fresh', 'forget', 'show', 'people', 'output', 'json', 'set'],
	flags: ownFlags,
	exits: {
		...hostExits,
		0: 'done: everything was read, also if there is nothing to count',
		1: 'failed: a pull request, or a part of a list, could not be read',
	},
	examples: [
		{line: 'pr-resolve stats acme/api', help: 'count what became of findings in the last 90 days'},
		{line: 'pr-resolve stats acme --since 2026-09-01 --json', help: 'count those of an organization, as JSON'},
		{line: 'pr-resolve stats acme/api --output report.md', help: 'write a report with a chart'},
		{line: 'pr-resolve stats --forget', help: 'delete what was counted before'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {flags, positionals} = invocation;
	const terminal = terminalOf(invocation, io);
	const words = positionals.flatMap(word => word ?? []);
	if (flags.forget) {
		refuseBesideForget(words, flags);
		return forgetStats(flags.json, terminal, io);
	}
	const since = readFlag('stats', flags, 'since', pastMoment(io.now()), io.now() - 90 * dayMs);
	const state = readFlag('stats', flags, 'state', choice('<state>', ['merged', 'closed', 'all']), 'merged');
	const scopes = await readScopes('stats', words, () => text(io.stdin), io);
	const request = {scopes, since, state, isFresh: flags.fresh};
	if (flags.output !== null) await checkOutput(reportPlaces(flags.output, io.cwd));
	const read = await readStatsWithProgress(request, countPull, terminal, io);
	const reader = readerOf(flags.screenReader, io.env);
	const isText = flags.json || flags.noFullscreen || flags.show !== null || flags.output !== null || reader !== null;
	if (!isText && canShowApp(invocation, io) && !isCi(io.env)) return showScreen(read, invocation, io);
	return showStats(read, {...flags, isInSentences: reader !== null}, terminal, io);
};

/** Shows the figures in the terminal until the user quits. @throws {Failure} */
function showScreen(read: StatsRead, invocation: Invocation<typeof ownFlags>, io: Io & Context): Promise<ExitCode> {
	return withHeldLog(io, async context => {
		const report = reportStats(read, invocation.flags);
		const {statsKeys} = invocation.settings.values;
		const [{startApp}, {statsApp}] = await Promise.all([
			import('../tui/start.tsx'),
			import('../tui/stats/stats-app.ts'),
		]);
		const app = statsApp({report, banner: io.banner ?? null}, statsKeys, context);
		return (await startApp(app, screenFor(invocation, true), context)).exitCode;
	});
}

const dayMs = 86_400_000;

/** What has no effect would be misleading. @throws {Failure} usage `bad-flags` */
function refuseBesideForget(words: readonly string[], flags: FlagValues<typeof ownFlags>): void {
	const {since, state, fresh, show, people, output} = flags;
	const passed = Object.entries({since, state, fresh, show, people, output}).flatMap(([name, value]) =>
		value === false || value === null ? [] : [longSpelling(name)],
	);
	const [first] = [...words, ...passed];
	if (first === undefined) return;
	throw usage('stats', 'bad-flags', `--forget deletes all that was kept, whatever ${first} is.`, `Remove ${first}.`);
}
