/** The steps after writing. A run without them does not load them. */
export {close} from './close.ts';
export {previewCommit, withBases} from './commit/preview-commit.ts';
export {previewCodeRuns} from './hooks/checking-hooks.ts';
export {preparePublication, previewPublication} from './publish/publish.ts';
export {stepsToRecord} from './publish/steps-ahead.ts';
export {preparePush} from './push/prepare-push.ts';
export {prepareClosing, warnOfOtherEdits} from './steps-in-worktree.ts';
export {lookUpWriters} from './trust.ts';
