import type {Failure} from '../failure.ts';
import {escapeLines} from '../text/escape-controls.ts';
import {sentences} from '../text/sentences.ts';

/** A failure with its code and what leads on. */
export const textOfFailure = ({code, message, remedy}: Failure) =>
	escapeLines(`${code}: ${sentences(message, remedy)}`);
