import type {ExitCode} from '../exit-code.ts';
import {follow} from '../run/follow.ts';
import {costBasis, type ProviderRow, providerTable, subscriptions} from '../run/setup/choices.ts';
import {costParts, formatCost, usualVolume} from '../run/setup/costs.ts';
import type {SetupWorld} from '../run/setup/draft.ts';
import {checkSetup} from '../run/setup/setup.ts';
import {type Step, type StepStatus, statusWords} from '../run/setup/step.ts';
import type {Settings} from '../settings/table.ts';
import {padEnd, widestOf} from '../text/cells.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {table} from '../text/table.ts';
import {hang, wrap} from '../text/wrap.ts';
import {writeJson} from './json.ts';
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
): Promise<ExitCode> {
	const layout = layoutOf(terminal);
	const {stdout} = terminal;
	// More can be found out about a step until the next one is begun.
	let open: Step | null = null;
	const show = (step: Step | null) => {
		if (!json && step) stdout.write(formatStep(step, layout));
	};
	const report = await follow(checkSetup(settings, world), step => {
		if (step.status === 'todo' || step.status === 'checking') return;
		if (open?.id !== step.id) show(open);
		open = step;
	});
	show(open);
	const providers = providerTable();
	if (json) writeJson({...report, providers}, stdout);
	else {
		for (const step of report.steps) if (step.status === 'todo') show(step);
		if (report.exitCode === 0) stdout.write(`\nReady: ${escapeControls(report.command)}\n`);
		if (report.provider === null) stdout.write(formatProviders(providers, layout));
	}
	return report.exitCode;
}

/** As wide as the longest usual name. */
const width = 8;
const statusWidth = widestOf(Object.values(statusWords));

function formatStep({id, title, status, detail, remedy}: Step, {paint, room}: Layout): string {
	const head = `${paint(colours[status], padEnd(statusWords[status], statusWidth))}  ${padEnd(id, width)}  `;
	return hang(head, statusWidth + width + 4, [detail || title, remedy], room);
}

/** Of the columns of the tables: what tells the rows apart is left out last. */
const providerRank = [0, 5, 7, 1, 3, 4, 2, 6];
const priceRank = [0, 1, 8, 4, 5, 2, 3, 6, 7];

function formatProviders(rows: readonly ProviderRow[], {paint, room}: Layout): string {
	const {pullRequests, commentsEach} = usualVolume;
	const providers = [
		['provider', 'also', 'what it is', 'privacy', 'latency', 'set-up', 'cost', 'usual model'],
		...rows.map(({id, alias, title, privacy, latency, setUp, cost, tiers}) => [
			id,
			alias,
			title,
			privacy,
			latency,
			setUp,
			cost,
			tiers[0]?.model ?? '',
		]),
	];
	const prices = [
		['provider', 'model', 'in full', ...costParts.flatMap(({title}) => [`$ ${title}: today`, 'typical'])],
		...rows
			.filter(({cost}) => cost === 'pay per use')
			.flatMap(({alias, tiers}) =>
				tiers.map(({name, model, today, typical}, index) => [
					alias,
					index === 0 ? `${name} (usual)` : name,
					model,
					...costParts.flatMap(part => [formatCost(today, part), formatCost(typical, part)]),
				]),
			),
	];
	const numbers = costParts.flatMap(() => ['right', 'right'] as const);
	const notes = [
		'privacy: high = data stays on this machine; medium, low = it goes to the vendor.',
		`today: ${costBasis}; typical: about, as a rule. ? = its thinking is most of it, and not known before.`,
		`A month is ${pullRequests} pull requests x ${commentsEach} comments.`,
		`Clients take a subscription: ${subscriptions.map(({id, vendor}) => `${id} of ${vendor}`).join(', ')}.`,
	];
	const shown = [
		table(providers, {room, rank: providerRank}),
		table(prices, {room, rank: priceRank, align: ['left', 'left', 'left', ...numbers]}),
	].map(([head = '', ...lines]) => [paint('bold', head), ...lines].join('\n'));
	const below = notes.flatMap(note => wrap(note, room));
	return `\n${[...shown, below.join('\n')].join('\n\n')}\n`;
}
