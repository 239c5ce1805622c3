import type {Context} from '../../run/context.ts';
import {recordTargetOf} from '../../run/records/journal.ts';
import type {Journal} from '../../worktree/journal.ts';
import {isPushed} from '../../worktree/publication.ts';
import type {Run} from '../../worktree/run-record.ts';
import {underLock} from '../../worktree/transaction.ts';
import type {FileEdit} from '../../worktree/write.ts';
import {revertMessage} from '../commit/commit-revert.ts';
import {followHead} from '../follow-head.ts';
import {openHostSide} from '../publish/open-publishing.ts';
import {hostObstacle} from '../push/push-obstacles.ts';
import {intendedSteps, nothingAsked, plainCommit} from '../request.ts';
import type {RevertWay} from '../revert.ts';
import {earlierTry, type RevertRecord, summaryOfRevert, undoStep} from '../revert-run.ts';
import {commitOnHost} from './commit-on-host.ts';
import type {LaterSite} from './with-host-site.ts';

/** Reverts on the head of the pull request, with a commit of the code host. @param files the reverse edits of the head */
export function revertOnHost(site: LaterSite, files: readonly FileEdit[], context: Context): RevertWay {
	const {repository} = site;
	return {
		look: async target => {
			const {publisher} = await openHostSide(target, repository, context, () => {});
			const standing = await publisher.standing();
			return {standing, obstacle: hostObstacle(standing)};
		},
		begin: (run, number) =>
			underLock(recordTargetOf(repository, context), async ({owner}, journal) => {
				const earlier = await earlierTry(run, journal);
				if (earlier) return earlier;
				return files.length === 0 ? null : record(run, number, owner, journal);
			}),
		bring: ({run, by, target}, {head}) => {
			const order = {
				partOf: () => null,
				messageOf: (group: Parameters<typeof revertMessage>[1], account: {name: string; email: string}) =>
					revertMessage(run, group, head.requiresSignoff === true ? account : null, target.number),
				fresh: null,
			};
			return [['commit', isPushed(by) ? null : world => commitOnHost({...site, runId: by.id}, order, world)]];
		},
		fetch: async (commit, world) => {
			const {connection, publisher} = await openHostSide(site.target, repository, world, () => {});
			const {commits} = await publisher.standing();
			const paths = files.map(({path}) => path);
			await followHead(repository, {connection, target: site.target, commits}, {head: commit, paths}, world);
		},
	};

	async function record(run: Run, number: number, owner: string, journal: Journal): Promise<RevertRecord> {
		await journal.recordStep(run.id, undoStep('intended', run));
		const publication = intendedSteps({...nothingAsked, commit: plainCommit, push: {}}, repository);
		const id = await journal.begin({
			...(await summaryOfRevert(run, {files, number}, journal)),
			...{now: context.now(), randomId: context.randomId(), owner, refused: [], publication, isComplete: true},
			files: files.map(file => ({...file, mode: 0o644})),
		});
		return {id, written: files.map(({path}) => path), refused: []};
	}
}
