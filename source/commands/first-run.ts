import {Failure} from '../failure.ts';
import {ask} from '../headless/prompt.ts';
import {outputTo, writeLine} from '../headless/terminal.ts';
import {findUserFile, userSettingsPath} from '../settings/places.ts';
import {resolveSettings} from '../settings/resolve.ts';
import {saveSettings} from '../settings/save.ts';
import type {Io} from './command.ts';
import {canPrompt} from './terminal.ts';

/**
 * Whether nothing is set up yet: there is no user settings file, and neither the project nor a variable sets up a
 * model.
 */
async function isFirstRun({env, cwd}: Pick<Io, 'env' | 'cwd'>): Promise<boolean> {
	if (userSettingsPath(env) === null || (await findUserFile(env)) !== null) return false;
	const {origins} = await resolveSettings({command: 'review', cwd, env, flags: {}, configFile: null});
	return origins.llmProvider === 'default' && origins.llmEnabled === 'default';
}

/**
 * On the first run, offers setup; true if the user accepts. A "no" is saved, so that the question appears once.
 * @throws {Failure} `interrupted`; as `resolveSettings`
 */
export async function offerSetup(io: Io): Promise<boolean> {
	if (!canPrompt(io, false) || !(await isFirstRun(io))) return false;
	writeLine(welcome, {stderr: outputTo(io.stderr)});
	const keyboard = {input: io.stdin, output: io.stderr};
	const question = 'Run setup now? A model is optional. (Later: pr-resolve setup)';
	const answer = await ask(question, ['yes', 'no'], 'no', keyboard, io.signal);
	if (answer === 'no') await keepNo(io);
	return answer === 'yes';
}

const welcome =
	'Welcome. Suggestions written as code are applied without a model. A model can draft edits for other comments.';

async function keepNo({env, stderr}: Pick<Io, 'env' | 'stderr'>): Promise<void> {
	try {
		const {path} = await saveSettings({llmEnabled: false}, env);
		writeLine(`Saved "no model" in ${path}. To change it, run: pr-resolve setup`, {stderr: outputTo(stderr)});
	} catch (error) {
		// If it cannot be saved, the question appears again next time.
		if (!(error instanceof Failure)) throw error;
	}
}
