import type {ExitCode} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import {rowOfCheck} from '../run/doctor/check.ts';
import {type DoctorRequest, doctor} from '../run/doctor/doctor.ts';
import {follow} from '../run/generators.ts';
import {writeJson} from './json.ts';
import {type Terminal, writeDocument} from './terminal.ts';

/** `doctor`: shows each check when it is done. Returns the exit code. */
export async function showDoctor(
	{json, ...request}: DoctorRequest & {json: boolean},
	terminal: Terminal,
	context: Context,
): Promise<ExitCode> {
	const report = await follow(doctor(request, context), check => {
		if (!json) writeDocument([rowOfCheck(check)], terminal);
	});
	if (json) writeJson(report, terminal.stdout);
	return report.exitCode;
}
