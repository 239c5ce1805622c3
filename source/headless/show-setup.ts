import {costBasis, type ProviderRow, providerTable, usualVolume} from '../run/setup/choices.ts';
import type {SetupWorld} from '../run/setup/draft.ts';
import {checkSetup} from '../run/setup/setup.ts';
import {type Step, type StepStatus, statusWords} from '../run/setup/step.ts';
import type {Settings} from '../settings/table.ts';
import {padEnd, widestOf} from '../text/cells.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {table} from '../text/table.ts';
import {hang, wrap} from '../text/wrap.ts';
import {formatJson} from './json.ts';
import {type Layout, layoutOf, type Paint, type Terminal} from './terminal.ts';

const colours: Record<StepStatus, Parameters<Paint>[0]> = {
	todo: 'dim',
	checking: 'dim',
	ok: 'green',
	'needs-you': 'yellow',
	failed: 'red',
};

/** `setup` without the app: every step with what to do about it. Returns the exit code. */
export async function showSetup(
	{json, settings}: {json: boolean; settings: Settings},
	terminal: Terminal,
	world: SetupWorld,
): Promise<number> {
	const layout = layoutOf(terminal);
	const {stdout} = terminal;
	const checks = checkSetup(settings, world);
	// More can be found out about a step until the next one is begun.
	let open: Step | null = null;
	const show = (step: Step | null) => {
		if (!json && step) stdout.write(formatStep(step, layout));
	};
	for (;;) {
		const next = await checks.next();
		if (next.done) {
			show(open);
			const {value: report} = next;
			const providers = providerTable();
			if (json) stdout.write(formatJson({...report, providers}));
			else {
				for (const step of report.steps) if (step.status === 'todo') show(step);
				if (report.provider === null) stdout.write(formatProviders(providers, layout));
				else if (report.exitCode === 0) stdout.write(`\nReady: ${escapeControls(report.command ?? '')}\n`);
			}
			return report.exitCode;
		}
		const {value: step} = next;
		if (step.status === 'todo' || step.status === 'checking') continue;
		if (open?.id !== step.id) show(open);
		open = step;
	}
}

/** As wide as the longest usual name. */
const width = 8;
const statusWidth = widestOf(Object.values(statusWords));

function formatStep({id, title, status, detail, remedy}: Step, {paint, room}: Layout): string {
	const head = `${paint(colours[status], padEnd(statusWords[status], statusWidth))}  ${padEnd(id, width)}  `;
	return hang(head, statusWidth + width + 4, [detail || title, remedy], room);
}

/** Of the columns of the table of providers: what tells them apart is left out last. */
const rank = [0, 5, 8, 1, 3, 4, 6, 7, 2];

function formatProviders(rows: readonly ProviderRow[], {paint, room}: Layout): string {
	const {pullRequests, commentsEach} = usualVolume;
	const cells = [
		['provider', 'also', 'what it is', 'privacy', 'latency', 'set-up', 'usual model', 'a comment', 'a month'],
		...rows.map(({id, alias, title, privacy, latency, setUp, typical, today, tiers}) => [
			id,
			alias,
			title,
			privacy,
			latency,
			setUp,
			tiers[0]?.model ?? '',
			both(today.perComment, typical.perComment, 4),
			both(today.perMonth, typical.perMonth, 2),
		]),
	];
	const [head = '', ...lines] = table(cells, {room, rank});
	const notes = [
		'privacy: high = data stays on this machine; medium, low = it goes to the vendor.',
		`Dollars at today's prices of the usual model (${costBasis}), in brackets what is typical of a small one; a month is ${pullRequests} pull requests x ${commentsEach} comments.`,
		'Clients take a subscription: cli-a of Anthropic, cli-b of OpenAI or GitHub.',
	];
	const below = notes.flatMap(note => wrap(note, room));
	return `\n${[paint('bold', head), ...lines, '', ...below].join('\n')}\n`;
}

/** Where both are nothing, once. */
const both = (today: number | null, typical: number | null, digits: number) =>
	today === 0 && typical === 0 ? 'free' : `${dollars(today, digits)} (~${dollars(typical, digits)})`;

const dollars = (usd: number | null, digits: number) => (usd === null ? '?' : `$${usd.toFixed(digits)}`);
