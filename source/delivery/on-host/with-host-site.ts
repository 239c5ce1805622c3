import type {Context} from '../../run/context.ts';
import type {RunsHome} from '../../run/records/recorded-runs.ts';
import type {FilesNow} from '../../run/undo/restoration.ts';
import {withBareClone} from '../../worktree/bare/bare-clone.ts';
import {contentRefusal} from '../../worktree/file.ts';
import {hashOf} from '../../worktree/images.ts';
import {type Inspected, stateOfContent} from '../../worktree/inspect.ts';
import {withObjects} from '../../worktree/objects.ts';
import {refuse} from '../../worktree/refusal.ts';
import {gitOf} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {RunSite} from '../delivery.ts';
import {followHead, type HostRepository} from '../follow-head.ts';
import {openHostSide, publishTargetOf} from '../publish/open-publishing.ts';

/**
 * Gives `work` a temporary repository at the present head of the pull request of a run, with the files of the run.
 * @throws {Failure} of the host; as `followHead`
 */
export function withHostSite<Value>(
	run: Run,
	{records, pullRequest}: Extract<RunsHome, {kind: 'host'}>,
	context: Context,
	work: (site: RunSite<HostRepository>) => Promise<Value>,
): Promise<Value> {
	// The record has the names as the host spells them.
	const target = {...(publishTargetOf(run.pullRequest) ?? pullRequest), host: pullRequest.host};
	return withBareClone(context, async empty => {
		const {connection, publisher} = await openHostSide(target, empty, context, () => {});
		const {head, commits} = await publisher.standing();
		const wanted = {head: head.oid, paths: run.files.map(({path}) => path)};
		const found = await followHead({...empty, records}, {connection, target, commits}, wanted, context);
		const repository = {...found, branch: head.branch};
		return work({repository, runId: run.id, number: target.number, target, prompts: null});
	});
}

/** The files of a run as the head of its pull request has them. */
export function filesAtHead(repository: HostRepository, context: Context): FilesNow {
	const bytesOf = (path: string) =>
		withObjects(gitOf(repository, {...context, offline: true}), async objects => {
			const found = await objects.read(`${repository.head}:${path}`);
			return found?.type === 'blob' ? found.bytes : null;
		});
	return {
		inspect: async ({files}) => {
			const found: Inspected[] = [];
			for (const file of files) {
				const bytes = await bytesOf(file.path);
				const hash = bytes && hashOf(bytes);
				found.push({file, hash, state: hash === null ? 'missing' : stateOfContent(hash, file)});
			}
			return found;
		},
		read: async path => {
			const bytes = await bytesOf(path);
			if (bytes === null) return refuse('missing');
			return contentRefusal(bytes) ?? {kind: 'text', bytes};
		},
	};
}
