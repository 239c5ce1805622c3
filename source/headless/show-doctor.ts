import type {Context} from '../run/context.ts';
import {type Check, doctor} from '../run/doctor.ts';
import {formatJson} from './json.ts';
import {escapeControls} from './log.ts';
import {type Paint, paintFor, type Terminal} from './terminal.ts';

const colours: Record<Check['status'], Parameters<Paint>[0]> = {
	ok: 'green',
	warning: 'yellow',
	failed: 'red',
	skipped: 'dim',
};

/** `doctor`: each check is shown as it is done. Returns the exit code. */
export async function showDoctor({json}: {json: boolean}, terminal: Terminal, context: Context): Promise<number> {
	const paint = paintFor(terminal);
	const checks = doctor(context);
	for (;;) {
		const step = await checks.next();
		if (step.done) {
			if (json) terminal.stdout.write(formatJson(step.value));
			return step.value.exitCode;
		}
		if (!json) terminal.stdout.write(formatCheck(step.value, paint));
	}
}

function formatCheck({name, status, detail, remedy}: Check, paint: Paint): string {
	const head = `${paint(colours[status], status.padEnd(7))}  ${name.padEnd(9)}  ${escapeControls(detail)}\n`;
	return remedy === '' ? head : `${head}${' '.repeat(20)}${escapeControls(remedy)}\n`;
}
