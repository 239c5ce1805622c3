import type {ExitCode} from '../exit-code.ts';
import {follow} from '../run/generators.ts';
import {providerTable} from '../run/setup/choices.ts';
import type {SetupWorld} from '../run/setup/draft.ts';
import {providersDocument} from '../run/setup/providers-document.ts';
import {checkSetup} from '../run/setup/setup.ts';
import {type CheckStep, rowOfStep} from '../run/setup/step.ts';
import type {Settings} from '../settings/table.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {writeJson} from './json.ts';
import {type Terminal, writeDocument} from './terminal.ts';

/** `setup` without the app: every step with its remedy. Returns the exit code. */
export async function showSetup(
	{json, settings}: {json: boolean; settings: Settings},
	terminal: Terminal,
	world: SetupWorld,
): Promise<ExitCode> {
	const {stdout} = terminal;
	// A step can still change until the next one starts.
	let open: CheckStep | null = null;
	const show = (step: CheckStep | null) => {
		if (!json && step) writeDocument([rowOfStep(step)], terminal);
	};
	const report = await follow(checkSetup(settings, world), step => {
		if (step.status === 'todo') return;
		if (open?.id !== step.id) show(open);
		open = step;
	});
	show(open);
	const providers = providerTable();
	if (json) writeJson({...report, providers}, stdout);
	else {
		for (const step of report.steps) if (step.status === 'todo') show(step);
		if (report.exitCode === 0) stdout.write(`\nReady: ${escapeControls(report.command)}\n`);
		if (report.provider === null) writeDocument(providersDocument(providers), terminal);
	}
	return report.exitCode;
}
