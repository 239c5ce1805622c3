import type {ExitCode} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import type {Check} from '../run/doctor/check.ts';
import {type DoctorRequest, doctor} from '../run/doctor/doctor.ts';
import {follow} from '../run/generators.ts';
import {aliasOf, providerIds, withAlias} from '../settings/providers.ts';
import {padEnd, widestOf} from '../text/cells.ts';
import {hang} from '../text/wrap.ts';
import {writeJson} from './json.ts';
import {type Layout, layoutOf, type Paint, type Terminal} from './terminal.ts';

const colors: Record<Check['status'], Parameters<Paint>[0]> = {
	ok: 'green',
	warning: 'yellow',
	failed: 'red',
	skipped: 'dim',
};

/** `doctor`: shows each check when it is done. Returns the exit code. */
export async function showDoctor(
	{json, ...request}: DoctorRequest & {json: boolean},
	terminal: Terminal,
	context: Context,
): Promise<ExitCode> {
	const layout = layoutOf(terminal);
	const report = await follow(doctor(request, context), check => {
		if (!json) terminal.stdout.write(formatCheck(check, layout));
	});
	if (json) writeJson(report, terminal.stdout);
	return report.exitCode;
}

/** Widths of the columns. */
const widths = {
	status: widestOf(Object.keys(colors)),
	name: widestOf(providerIds.map(id => `${aliasOf(id)} subscription`)),
};

function formatCheck({name, status, detail, remedy}: Check, {paint, room}: Layout): string {
	const head = `${paint(colors[status], padEnd(status, widths.status))}  ${padEnd(withAlias(name), widths.name)}  `;
	return hang(head, widths.status + widths.name + 4, [detail, `${remedy}`], room);
}
