/** The steps after writing. A run without them does not load them. */
export {close} from './close.ts';
export {previewCommit} from './commit/preview-commit.ts';
export {withBases} from './commit/with-bases.ts';
export {previewCodeRuns} from './hooks/checking-hooks.ts';
export {prepareClosing, warnOfOtherEdits} from './prepare.ts';
export {preparePublication, previewPublication} from './publish/publish.ts';
export {stepsToRecord} from './publish/steps-ahead.ts';
export {preparePush} from './push/prepare-push.ts';
export {lookUpWriters} from './trust.ts';
