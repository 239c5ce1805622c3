import {Failure} from '../failure.ts';
import type {ReviewRun} from '../headless/review-run.ts';
import {isOfProject} from '../settings/resolve.ts';
import type {FlagValues, Invocation} from './command.ts';
import type {jsonFlag} from './flags.ts';
import type {modelFlags, sourceFlags} from './pull-request.ts';

type Flags = typeof sourceFlags & typeof modelFlags & typeof jsonFlag;

/** What `apply` and `analyze` ask of a run. @throws {Failure} usage `bad-flags` */
export function reviewRequest({
	flags,
	settings,
}: Pick<Invocation<Flags>, 'flags' | 'settings'>): Omit<ReviewRun, 'action'> {
	const {mode, strategy, trust, trustAuthor, author, severity, path, includeResolved, excludeOutdated, llmEnabled} =
		settings.values;
	const {origins} = settings;
	const imposed = isOfProject(origins.mode) ? origins.mode : null;
	const policy = {mode, imposed, strategy, trust, trustAuthors: trustAuthor};
	return {
		request: {
			source: sourceOf(flags),
			decisionsFile: flags.decisions,
			rules: {includeResolved, excludeOutdated},
			filters: {authors: author, severity, paths: path, origins},
			model: llmEnabled && !flags.noLlm ? {settings: settings.values, trust: policy} : null,
		},
		policy,
		json: flags.json,
		showMetrics: flags.showMetrics,
		metricsFile: flags.metricsOutput,
	};
}

function sourceOf({from, pr, owner, repo}: FlagValues<Flags>): ReviewRun['request']['source'] {
	if (from === null) return {argument: null, pr, owner, repo};
	if (pr === null && owner === null && repo === null) return {from};
	throw new Failure(
		'usage',
		'bad-flags',
		'--from reads a recording, which names its pull request itself.',
		'Leave out --from, or leave out the pull request, --owner and --repo.',
	);
}
