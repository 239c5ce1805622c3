import type {ClosingSteps} from '../closing-steps.ts';
import {preparePublication, previewPublication} from '../publish/publish.ts';
import {stepsToRecord} from '../publish/steps-ahead.ts';
import {lookUpWriters} from '../trust.ts';
import {closeOnHost} from './close-on-host.ts';
import type {HostRepository} from './host-site.ts';
import {inStateFolder} from './in-state-folder.ts';
import {prepareOnHost, previewOnHost} from './prepare-on-host.ts';
import {recordPlan} from './record-plan.ts';

/** Without a working tree there is nothing to verify and no hook; what is committed is on the pull request. */
export const stepsOnHost: ClosingSteps<HostRepository> = {
	prepareClosing: async () => null,
	warnOfOtherEdits: () => [],
	lookUpWriters,
	warnOfAnswered: async () => [],
	begin: inStateFolder,
	previewCommit: previewOnHost,
	previewPublication,
	preparePush: prepareOnHost,
	async *previewCodeRuns() {},
	preparePublication,
	stepsToRecord,
	write: recordPlan,
	close: closeOnHost,
};
