import {type ExitCode, exitCodes, worstExitCode} from '../../exit-code.ts';
import {aliasOf} from '../../settings/providers.ts';
import {safe} from '../../text/safe.ts';
import {sameWithoutApp} from './commands-shown.ts';
import {outline, unpassedSteps} from './outline.ts';
import type {SetupState} from './state.ts';

/** Text that stays on the normal screen. */
export function setupSummary(state: SetupState): string {
	const {saved, draft} = state;
	if (!saved) return 'nothing was saved; start again with: pr-resolve setup\n';
	const open = unpassedSteps(state);
	const who = draft ? aliasOf(draft.provider) : 'no model';
	const lines = [
		open.length === 0 ? `set up with ${who}: ${safe(saved.path)}` : `saved, with ${who}: ${safe(saved.path)}`,
		...open.map(({id, detail}) => `still to do: ${id}: ${safe(detail)}`),
		draft ? `equivalent command: ${safe(sameWithoutApp(state, draft))}` : 'to add a model later: pr-resolve setup',
	];
	return `${lines.join('\n')}\n`;
}

/** The same exit code as a check without the app; unsaved settings need a person. */
export function codeOf(state: SetupState): ExitCode {
	return worstExitCode([
		...outline(state).map(({exitCode}) => exitCode),
		exitCodes[state.saved ? 'done' : 'needsPerson'],
	]);
}
