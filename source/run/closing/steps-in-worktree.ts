import type {Worktree} from '../../worktree/repository.ts';
import {apply} from '../apply.ts';
import {warnOfAnsweredBefore} from './answered/answered-before.ts';
import {close} from './close.ts';
import type {ClosingSteps} from './closing-steps.ts';
import {previewCommit} from './commit/preview-commit.ts';
import {withBases} from './commit/with-bases.ts';
import {previewCodeRuns} from './hooks/checking-hooks.ts';
import {prepareClosing, warnOfOtherEdits} from './prepare.ts';
import {preparePublication, previewPublication} from './publish/publish.ts';
import {stepsToRecord} from './publish/steps-ahead.ts';
import {preparePush} from './push/prepare-push.ts';
import {lookUpWriters} from './trust.ts';

export const stepsInWorktree: ClosingSteps<Worktree> = {
	prepareClosing,
	warnOfOtherEdits,
	lookUpWriters,
	warnOfAnswered: warnOfAnsweredBefore,
	begin: withBases,
	previewCommit,
	previewPublication,
	preparePush,
	previewCodeRuns,
	preparePublication,
	stepsToRecord,
	write: ({analysis, plan}, record, context) => apply(analysis, plan, context, record),
	async *close(closing, context) {
		yield* close(closing, context);
		return closing.written;
	},
};
