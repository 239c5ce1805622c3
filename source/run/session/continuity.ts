import type {Asker} from '../asking/asker.ts';
import type {WaitForCircuit} from '../asking/circuit-wait.ts';
import type {OwnRuns} from './own-runs.ts';

export type Consent = 'given' | 'refused' | 'open';

/** What consecutive sessions on the same pull request share. */
export type Continuity = {
	/** Null if no model is on. */
	asker: Asker | null;
	/** Whether the user confirmed that all findings may be sent to a model; `open`: not answered yet. */
	consent: Consent;
	/** After an open circuit refused the first questions. Default: the setting decides. */
	waitForCircuit?: WaitForCircuit;
	own: OwnRuns;
};
