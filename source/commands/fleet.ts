import {text} from 'node:stream/consumers';
import {readScopes} from '../run/fleet/read-scopes.ts';
import type {RunWarning} from '../run/warning.ts';
import {isOfProject, typedFlags} from '../settings/origins.ts';
import type {ProjectText, ResolvedSettings} from '../settings/resolve.ts';
import {settingsOf} from '../settings/table.ts';
import type {CommandSpec, FlagValues, Run} from './command.ts';
import {consentOf, isPreview} from './consent.ts';
import {deliveryRequest} from './delivery-flags.ts';
import {allExits} from './exit-codes.ts';
import {pastMoment, readFlag} from './flag-value.ts';
import {jsonFlag, longSpelling} from './flags.ts';
import {applyFlags, filterFlags, filtersOf, fleetRunFlags, shardKind, undoFlag} from './fleet-flags.ts';
import {refuseTreeSteps} from './no-checkout.ts';
import {reviewRequest} from './review-request.ts';
import {terminalOf} from './terminal.ts';
import {usage} from './tokens.ts';

export const spec = {
	positionals: [
		{
			name: 'scope',
			help: 'organization or user, owner/name, URL, @file (one per line), or - for stdin',
			isRepeated: true,
			acceptsStdin: true,
		},
	],
	isElsewhere: true,
	about:
		'It lists open pull requests and their review threads. With --apply it applies each without a checkout, four at a time, and with --undo-since it undoes what your runs pushed; if one fails, the others go on.',
	everyday: [
		'apply',
		'publish',
		'dryRun',
		'yes',
		'resume',
		'undoSince',
		'prAuthor',
		'updatedSince',
		'maxPrs',
		'severity',
		'llmPreset',
		'costBudget',
		'json',
		'set',
	],
	flags: {
		...filterFlags,
		apply: {group: 'changes', help: 'apply each pull request; needs --push or --publish'},
		...undoFlag,
		...applyFlags,
		matrix: {group: 'output', help: 'print a job for each as JSON, for strategy.matrix of a workflow'},
		summary: {group: 'output', placeholder: '<file>', help: 'append the result as Markdown to a file'},
		...jsonFlag,
	},
	exits: {
		...allExits,
		0: 'done: everything could be read, and every change that can be applied is applied',
		1: 'failed: a repository, a page or a result is missing',
		5: "stopped early: budget, open circuit, or GitHub's limit on writes",
	},
	examples: [
		{line: 'pr-resolve fleet acme', help: 'list the pull requests of an organization'},
		{line: 'pr-resolve fleet acme/api acme/web --exclude-drafts', help: 'list the pull requests of two repositories'},
		{line: 'pr-resolve fleet @repositories.txt --updated-since 7d --json', help: 'list what changed in a week'},
		{line: 'pr-resolve fleet acme --apply --publish --dry-run', help: 'show what applying them would do'},
		{line: 'pr-resolve fleet acme --apply --publish', help: 'apply them: GitHub commits, threads are answered'},
		{line: 'pr-resolve fleet acme --apply --publish --resume', help: 'resume after an interruption'},
		{
			line: 'pr-resolve fleet acme --undo-since 2026-11-24T01:00Z --dry-run',
			help: 'show what undoing a night would do',
		},
		{line: 'pr-resolve fleet acme --undo-since 2026-11-24T01:00Z', help: 'undo all that your runs pushed since then'},
		{line: 'pr-resolve fleet acme --matrix', help: 'print the jobs of a workflow'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {flags, positionals, settings} = invocation;
	const terminal = terminalOf(invocation, io);
	if (!flags.apply) refuseWithoutApply(flags, settings);
	refusePairs(flags);
	// Now, so that a wrong value is told before anything is read.
	const undoSince = readFlag('fleet', flags, 'undoSince', pastMoment(io.now()), null);
	const filters = filtersOf(flags, io.now());
	const shard = readFlag('fleet', flags, 'shard', shardKind, null);
	const apply = flags.apply ? applyRequest(flags, settings) : null;
	const words = positionals.flatMap(word => word ?? []);
	const scopes = await readScopes('fleet', words, () => text(io.stdin), io);
	const {matrix: isMatrix, summary: summaryFile} = flags;
	const output = flags.json ? 'json' : 'text';
	const {writeShare} = settings.values;
	const share = settings.origins.writeShare === 'default' ? null : `1/${writeShare}`;
	const [{listFleet}, {runFleet, runFleetUndo}] = await Promise.all([
		import('../headless/fleet-run.ts'),
		import('../headless/fleet-apply.ts'),
	]);
	const list = {scopes, filters, shard, matrix: isMatrix ? {share} : null, output, summaryFile} as const;
	if (!apply && undoSince === null) return listFleet(list, terminal, io);
	const {action, isAsked} = consentOf('fleet', {flags, settings}, terminal, io);
	const isPreviewed = action === 'preview';
	const filtered = {...filters, updatedSince: flags.updatedSince};
	if (!apply) {
		const identity = isPreviewed ? null : {scopes, filters: filtered, shard, undoSince: flags.undoSince};
		const sinceAt = (now: number) => readFlag('fleet', flags, 'undoSince', pastMoment(now), now);
		const undo = {...list, sinceAt, isPreview: isPreviewed, isResumed: flags.resume, identity, isAsked};
		return runFleetUndo(undo, terminal, io);
	}
	const {round, accounts} = apply;
	const {policy, delivery} = round;
	const {reconsider} = flags;
	const identity = {scopes, filters: filtered, shard, policy, reconsider, delivery};
	if (policy.strategy === 'ask') {
		const message = '--strategy ask cannot be used with fleet, which asks once for all pull requests.';
		throw usage('fleet', 'bad-flags', message, 'Pass --strategy priority or --strategy skip.');
	}
	const fleet = {
		...{...list, ...accounts, round, isResumed: flags.resume},
		identity: isPreviewed ? null : identity,
		isAsked,
		roundAt: async (project: ProjectText | null) => {
			const own = await invocation.settingsWith(project);
			// It may write less than was confirmed, never more.
			const {round} = applyRequest({...flags, dryRun: isPreviewed}, own);
			return {round, warnings: sharedSettings(own)};
		},
	};
	return runFleet(fleet, terminal, io);
};

/** The run of each pull request by these settings. @throws {Failure} usage `bad-flags` */
function applyRequest(flags: FlagValues<typeof spec.flags>, settings: ResolvedSettings) {
	const noSource = {from: null, pr: null, owner: null, repo: null, decisions: null};
	const noTree = {verifyEnv: [], verifyEnvOnly: [], trustCode: false, commit: false, fixup: false};
	const given = {...flags, ...noSource, ...noTree};
	const delivery = deliveryRequest(given, settings);
	refuseTreeSteps('fleet', 'fleet', delivery);
	const action = isPreview(flags, settings) ? 'preview' : 'write';
	if (delivery.push === null && action === 'write') {
		const message =
			'--apply needs --push or --publish: without a working tree, changes can only be committed on GitHub.';
		throw usage('fleet', 'bad-flags', message, 'Pass one of them. To look first, pass --dry-run.');
	}
	const {json: _, showMetrics, metricsFile, ...round} = reviewRequest('fleet', {flags: given, settings});
	return {round: {...round, action, delivery} as const, accounts: {showMetrics, metricsFile}};
}

/** What the settings file of a pull request cannot change: model and consent are those of all. */
function sharedSettings({values, origins}: ResolvedSettings): RunWarning[] {
	const names = settingsOf('fleet').flatMap(([name, {group, key}]) =>
		group === 'model' && isOfProject(origins[name] ?? '') ? [key] : [],
	);
	const model = `${names.join(', ')} of its settings file has no effect, because a fleet has one model for all pull requests`;
	const unasked =
		'strategy: ask of its settings file leaves conflicts to you, because a fleet asks only once for all pull requests';
	const texts = [...(names.length > 0 ? [model] : []), ...(values.strategy === 'ask' ? [unasked] : [])];
	return texts.map(text => ({kind: 'shared-settings', commentId: null, text}));
}

/** A flag without effect would be misleading. @throws {Failure} usage `bad-flags` */
function refuseWithoutApply(flags: FlagValues<typeof spec.flags>, resolved: ResolvedSettings): void {
	const isUndo = flags.undoSince !== null;
	const shared = isUndo ? Object.keys(fleetRunFlags) : [];
	const own = Object.keys(applyFlags).filter(name => {
		if (shared.includes(name)) return false;
		const value = flags[name as keyof typeof applyFlags];
		return Array.isArray(value) ? value.length > 0 : value !== false && value !== null;
	});
	const settings = settingsOf('fleet').flatMap(([name, {commands}]) =>
		commands === 'all' || ((flags.matrix || isUndo) && name === 'writeShare') || (isUndo && name === 'mode')
			? []
			: [name],
	);
	const [first] = [...own.map(name => longSpelling(name)), ...typedFlags(settings, resolved)];
	if (first === undefined) return;
	const remedy = isUndo
		? `Remove ${first}, which --undo-since does not need.`
		: `Pass --apply too, or remove ${first}.`;
	throw usage('fleet', 'bad-flags', `${first} needs --apply.`, remedy);
}

function refusePairs({matrix, apply, undoSince, includeArchived}: FlagValues<typeof spec.flags>): void {
	if (matrix && apply) throw cannotCombine('--matrix', '--apply');
	if (undoSince !== null && apply) throw cannotCombine('--undo-since', '--apply');
	if (undoSince !== null && matrix) throw cannotCombine('--undo-since', '--matrix');
	if (undoSince !== null && includeArchived) throw cannotCombine('--undo-since', '--include-archived');
	// Nothing can be written there.
	if (matrix && includeArchived) throw cannotCombine('--matrix', '--include-archived');
	if (apply && includeArchived) throw cannotCombine('--apply', '--include-archived');
}

const cannotCombine = (one: string, other: string) =>
	usage('fleet', 'bad-flags', `${one} and ${other} cannot be combined.`, 'Pass only one of them.');
