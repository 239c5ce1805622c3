import process from 'node:process';
import {Failure} from '../failure.ts';
import {meetInterruptedRun} from '../headless/interrupted-run.ts';
import {canShowApp, readerOf, settleColour, withHeldLog} from './app.ts';
import type {CommandSpec, Run} from './command.ts';
import {codeHostEnvironment, modelEnvironment, modelFlags, pullRequestArgument, sourceFlags} from './pull-request.ts';
import {reviewRequest} from './review-request.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [pullRequestArgument],
	flags: {
		...sourceFlags,
		noLlm: modelFlags.noLlm,
		noFullscreen: {type: 'boolean', help: 'draw below the prompt instead of on a screen of its own'},
		screenReader: {type: 'boolean', help: 'plain lines instead of a drawn screen, for screen readers'},
	},
	environment: [
		...codeHostEnvironment,
		...modelEnvironment,
		{name: 'VISUAL', help: 'editor for changes; then EDITOR, then vi'},
		{name: 'BROWSER', help: 'program that opens a comment'},
		{name: 'CR_SCREEN_READER', help: 'true: the same as --screen-reader; so is INK_SCREEN_READER'},
	],
	examples: [
		{line: 'pr-resolve review', help: 'the open pull request of the current branch'},
		{line: 'pr-resolve review 12', help: 'pull request 12'},
		{line: 'pr-resolve review --from review.json', help: 'a recording'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {flags, colour} = invocation;
	const {stdin, stdout, env} = io;
	if (!canShowApp(invocation, io)) throw needsTerminal();
	const {request, policy} = reviewRequest({
		...invocation,
		flags: {...flags, showMetrics: false, metricsOutput: null, json: false},
	});
	return withHeldLog(io, async context => {
		const met = meetInterruptedRun(terminalOf(invocation, io), io);
		const reader = readerOf(flags.screenReader, env);
		if (reader !== null) {
			const [{reviewInLines}] = await Promise.all([import('../tui/linear.ts'), met]);
			return reviewInLines({request, policy}, {stdin, stdout, reason: reader, platform: process.platform}, context);
		}
		settleColour(colour);
		const [{startReview}] = await Promise.all([import('../tui/start-review.tsx'), met]);
		const isFullscreen = !flags.noFullscreen;
		return startReview({request, policy}, {isFullscreen, platform: process.platform}, context);
	});
};

function needsTerminal(): Failure {
	return new Failure(
		'usage',
		'needs-terminal',
		'review is an app for the terminal, and stdin or stdout is none, or --no-input was given.',
		'Use pr-resolve analyze to see the findings, or pr-resolve apply to apply them.',
	);
}
