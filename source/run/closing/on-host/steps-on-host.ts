import {stateRecordsOf} from '../../../worktree/state-folder.ts';
import type {Context} from '../../context.ts';
import type {Closing} from '../closing.ts';
import type {HostRepository} from '../follow-head.ts';
import {atHead, type ClosingSteps} from '../place.ts';
import {preparePublication, previewPublication} from '../publish/publish.ts';
import {stepsToRecord} from '../publish/steps-ahead.ts';
import {lookUpWriters} from '../trust.ts';
import {closeOnHost} from './close-on-host.ts';
import {prepareOnHost, previewOnHost} from './prepare-on-host.ts';
import {recordPlan} from './replanning.ts';

/** Without a working tree there is nothing to verify and no hook; what is committed is on the pull request. */
export const stepsOnHost: ClosingSteps = {
	prepareClosing: async () => null,
	warnOfOtherEdits: () => [],
	lookUpWriters,
	warnOfAnswered: async () => [],
	begin: (closing, context) => inStateFolder(atHead(closing), context),
	previewCommit: (closing, plan, context) => previewOnHost(atHead(closing), plan, context),
	previewPublication,
	preparePush: (closing, context) => prepareOnHost(atHead(closing), context),
	async *previewCodeRuns() {},
	preparePublication,
	stepsToRecord,
	write: recordPlan,
	close: closeOnHost,
};

/** Keeps the record of the run in the state folder of the user, and names the branch of the pull request. @throws {Failure} usage */
async function inStateFolder(
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
