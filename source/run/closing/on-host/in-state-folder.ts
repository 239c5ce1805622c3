import {stateRecordsOf} from '../../../worktree/state-folder.ts';
import type {Context} from '../../context.ts';
import type {Closing} from '../closing.ts';
import type {HostRepository} from './host-site.ts';

/** Keeps the record of the run in the state folder of the user, and names the branch of the pull request. @throws {Failure} usage */
export async function inStateFolder(
	closing: Closing<HostRepository>,
	{env}: Pick<Context, 'env'>,
): Promise<Closing<HostRepository>> {
	const {target, analysis} = closing;
	const {host, headRefName: branch} = analysis.pullRequest;
	if (target === null || host === null) return closing;
	const {folder} = stateRecordsOf({...target, host}, env);
	const repository = {...closing.repository, branch, records: folder};
	return {...closing, repository, analysis: {...analysis, repository}};
}
