import type {Plan} from '../../../resolve/decide.ts';
import {sharesBy} from '../../../worktree/commit/divide.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import type {Closing} from '../closing.ts';
import {noRun, plannedCandidates} from '../commit/preview-commit.ts';
import {openPublishing} from '../publish/open-publishing.ts';
import {afterLook} from '../push/prepare-push.ts';
import {hostObstacle} from '../push/push-obstacles.ts';
import {accountOf} from './host-account.ts';
import {orderOf} from './host-commit-order.ts';
import type {HostRepository} from './host-site.ts';

const otherwise = 'To see what would be applied, run: pr-resolve analyze --no-checkout';

/** As `preparePush`, for commits that the code host makes. @throws {Failure} */
export async function* prepareOnHost(
	closing: Closing<HostRepository>,
	context: Context,
): AsyncGenerator<RunEvent, Closing<HostRepository> | null> {
	const {target, repository} = closing;
	if (target === null) return closing;
	const standing = await (await openPublishing(target, repository, context, () => {})).standing();
	return yield* afterLook(closing, {standing, obstacle: hostObstacle(standing), isAhead: false}, otherwise);
}

/** Shows the messages of the commits that a plan would make. @throws {Failure} */
export async function* previewOnHost(
	{request: {commit}, repository, analysis, target, number}: Closing<HostRepository>,
	plan: Plan,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	const planned = plannedCandidates(plan, analysis);
	if (!commit || target === null || planned.length === 0) return;
	const account = accountOf(await (await openPublishing(target, repository, context, () => {})).standing());
	const {partOf, messageOf} = orderOf(commit, number);
	const messages = sharesBy(partOf, planned).map(({part, members}) =>
		messageOf({part, edits: members.map(({source}) => source.edit), runs: [noRun]}, account),
	);
	yield {type: 'commit-preview', messages, earlier: []};
}
