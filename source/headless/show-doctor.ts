import type {Context} from '../run/context.ts';
import type {Check} from '../run/doctor/check.ts';
import {type DoctorRequest, doctor} from '../run/doctor/doctor.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {formatJson} from './json.ts';
import {type Paint, paintFor, type Terminal} from './terminal.ts';

const colours: Record<Check['status'], Parameters<Paint>[0]> = {
	ok: 'green',
	warning: 'yellow',
	failed: 'red',
	skipped: 'dim',
};

/** `doctor`: each check is shown as it is done. Returns the exit code. */
export async function showDoctor(
	{json, ...request}: DoctorRequest & {json: boolean},
	terminal: Terminal,
	context: Context,
): Promise<number> {
	const paint = paintFor(terminal);
	const checks = doctor(request, context);
	for (;;) {
		const step = await checks.next();
		if (step.done) {
			if (json) terminal.stdout.write(formatJson(step.value));
			return step.value.exitCode;
		}
		if (!json) terminal.stdout.write(formatCheck(step.value, paint));
	}
}

/** As wide as the longest usual name. */
const width = 12;

function formatCheck({name, status, detail, remedy}: Check, paint: Paint): string {
	const head = `${paint(colours[status], status.padEnd(7))}  ${name.padEnd(width)}  ${escapeControls(detail)}\n`;
	return remedy === '' ? head : `${head}${' '.repeat(9 + width + 2)}${escapeControls(remedy)}\n`;
}
