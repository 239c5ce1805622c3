import process from 'node:process';
import {showSetup} from '../headless/show-setup.ts';
import {isOfUser} from '../settings/origins.ts';
import {offered} from '../settings/providers.ts';
import {appFlags, canShowApp, readerOf, screenFor, withHeldLog} from './app.ts';
import type {CommandSpec, Run} from './command.ts';
import {hostExits} from './exit-codes.ts';
import {jsonFlag} from './flags.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [
		{
			name: 'provider',
			help: `${offered('or')} (default: the provider in your settings)`,
			sameAs: 'llmProvider',
		},
	],
	everyday: ['llmPreset', 'llmProvider', 'llmModel', 'noFullscreen', 'screenReader', 'json', 'set'],
	flags: {...appFlags, ...jsonFlag},
	exits: {...hostExits, 0: 'ready', 1: 'a step failed', 3: 'quit before saving'},
	examples: [
		{line: 'pr-resolve setup', help: 'choose a provider, set it up, test it and save'},
		{line: 'pr-resolve setup ollama', help: 'start with this provider'},
		{line: 'pr-resolve setup openai --no-input', help: 'run the same checks as text, for a script'},
	],
} as const satisfies CommandSpec;

/** The wizard in a terminal, as lines for screen readers; otherwise the same checks as text. */
export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {flags, settings} = invocation;
	const {setupKeys: keys} = settings.values;
	const {stdin, stdout, env} = io;
	if (!canShowApp(invocation, io) || flags.json) {
		return showSetup({json: flags.json, settings: settings.values}, terminalOf(invocation, io), io);
	}
	const isAgain = isOfUser(settings.origins.llmProvider);
	return withHeldLog(io, async context => {
		const reason = readerOf(flags.screenReader, env);
		if (reason !== null) {
			const {setupInLines} = await import('../tui/setup/linear.ts');
			return setupInLines(settings.values, {stdin, stdout, keys, reason, platform: process.platform}, context, isAgain);
		}
		const [{startApp}, {setupApp}] = await Promise.all([
			import('../tui/start.tsx'),
			import('../tui/setup/setup-app.ts'),
		]);
		const app = setupApp(settings.values, keys, context, isAgain);
		return (await startApp(app, screenFor(invocation, !flags.noFullscreen), context)).exitCode;
	});
};
