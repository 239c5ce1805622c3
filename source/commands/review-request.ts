import {Failure} from '../failure.ts';
import type {ReviewRun} from '../headless/plan-and-apply.ts';
import type {Reconsider} from '../run/decisions/earlier.ts';
import type {AnalysisRules} from '../run/round/round-site.ts';
import {isOfProject} from '../settings/origins.ts';
import type {ResolvedSettings} from '../settings/resolve.ts';
import type {formatFlag} from './agent-format.ts';
import type {FlagValues, Invocation} from './command.ts';
import {refuseContradictions} from './contradictions.ts';
import type {jsonFlag} from './flags.ts';
import {
	type modelFlags,
	objectionFlags,
	type onlyFlag,
	type sourceFlags,
	type treeFlags,
	type verdictFlag,
} from './pull-request.ts';

type RequestFlags = Omit<typeof sourceFlags, keyof typeof treeFlags> & typeof modelFlags & typeof jsonFlag;

/** Not every command has the flags of a working tree, a verdict and objections. */
type RequestInvocation = Pick<Invocation<RequestFlags>, 'settings'> & {
	flags: FlagValues<RequestFlags> &
		Partial<
			FlagValues<typeof treeFlags & typeof verdictFlag & typeof objectionFlags & typeof onlyFlag & typeof formatFlag>
		>;
};

/** The flags of a model, for a command that asks none. */
export const noModel = {noLlm: true, acceptNewLedger: false, showMetrics: false, metricsOutput: null} as const;

/** The request of a command. @throws {Failure} usage `bad-flags` */
export function reviewRequest(
	command: string,
	{flags, settings}: RequestInvocation,
): Omit<ReviewRun, 'action' | 'begin' | 'delivery' | 'face'> {
	refuseContradictions(command, settings, flags.noLlm);
	const {policy: settled, ...rules} = analysisRules(settings);
	const policy = {...settled, overObjections: flags.overObjections ?? false};
	return {
		request: {
			source: sourceOf(flags),
			anyway: flags.anyway ?? false,
			decisionsFile: flags.decisions,
			verdictFile: flags.verdict ?? null,
			isShown: (flags.format ?? null) !== null,
			reconsider: reconsiderBy(command, flags.reconsider ?? []),
			...rules,
			filters: {...rules.filters, only: flags.only ?? []},
			model:
				settings.values.llmEnabled && !flags.noLlm
					? {settings: {...settings.values, acceptNewLedger: flags.acceptNewLedger}, trust: policy}
					: null,
		},
		policy,
		json: flags.json,
		modelOff: flags.noLlm ? null : modelOff(settings),
		showMetrics: flags.showMetrics,
		metricsFile: flags.metricsOutput,
	};
}

function reconsiderBy(command: string, given: readonly string[]): Reconsider | null {
	if (given.length === 0) return null;
	const isAll = given.includes(objectionFlags.reconsider.alone);
	return {findings: isAll ? null : new Set(given), isForReverted: command === 'fleet'};
}

/** What settings alone decide of an analysis. */
export function analysisRules({values, origins}: ResolvedSettings): AnalysisRules {
	const {mode, strategy, trust, trustAuthor, author, severity, path, includeResolved, excludeOutdated, ignore} = values;
	const imposed = isOfProject(origins.mode) ? origins.mode : null;
	return {
		policy: {mode, imposed, strategy, trust, trustAuthors: trustAuthor},
		rules: {includeResolved, excludeOutdated},
		filters: {authors: author, severity, paths: path, ignore, origins},
		trustAuthors: trustAuthor,
	};
}

/** A user who set a provider may have forgotten to turn models on. */
function modelOff({values, origins}: ResolvedSettings): string | null {
	if (values.llmEnabled || values.llmProvider === null || origins.llmEnabled !== 'default') return null;
	return `Models are off, so ${values.llmProvider} (${origins.llmProvider}) is not used. Pass --llm-enabled, or set CR_LLM_ENABLED=true.`;
}

function sourceOf({from, pr, owner, repo}: FlagValues<RequestFlags>): ReviewRun['request']['source'] {
	if (from === null) return {argument: null, pr, owner, repo};
	if (pr === null && owner === null && repo === null) return {from};
	throw new Failure(
		'usage',
		'bad-flags',
		'--from cannot be combined with a pull request, --owner or --repo.',
		'Remove --from, or remove the others: the recording contains its pull request.',
	);
}
