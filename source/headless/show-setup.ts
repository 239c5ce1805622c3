import type {ExitCode} from '../exit-code.ts';
import {follow} from '../run/generators.ts';
import {costBasis, type ProviderRow, providerTable, subscriptions} from '../run/setup/choices.ts';
import {costParts, formatCost, usualVolume} from '../run/setup/costs.ts';
import type {SetupWorld} from '../run/setup/draft.ts';
import {checkSetup} from '../run/setup/setup.ts';
import {type CheckStep, type StepStatus, statusWords} from '../run/setup/step.ts';
import type {Settings} from '../settings/table.ts';
import {padEnd, widestOf} from '../text/cells.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {textTable} from '../text/table.ts';
import {hang, wrap} from '../text/wrap.ts';
import {writeJson} from './json.ts';
import {type Layout, layoutOf, type Paint, type Terminal} from './terminal.ts';

const colors: Record<StepStatus, Parameters<Paint>[0]> = {
	todo: 'dim',
	checking: 'dim',
	ok: 'green',
	warning: 'yellow',
	'needs-you': 'yellow',
	failed: 'red',
};

/** `setup` without the app: every step with its remedy. Returns the exit code. */
export async function showSetup(
	{json, settings}: {json: boolean; settings: Settings},
	terminal: Terminal,
	world: SetupWorld,
): Promise<ExitCode> {
	const layout = layoutOf(terminal);
	const {stdout} = terminal;
	// A step can still change until the next one starts.
	let open: CheckStep | null = null;
	const show = (step: CheckStep | null) => {
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

/** Of most names; a longer one moves its text to the right. */
const idWidth = 8;
const statusWidth = widestOf(Object.values(statusWords));

function formatStep({id, title, status, detail, remedy}: CheckStep, {paint, room}: Layout): string {
	const head = `${paint(colors[status], padEnd(statusWords[status], statusWidth))}  ${padEnd(id, idWidth)}  `;
	return hang(head, statusWidth + idWidth + 4, [detail || title, `${remedy}`], room);
}

/** Columns of the tables with a higher rank are dropped first. */
const providerRank = [0, 7, 5, 1, 3, 4, 2, 6];
const priceRank = [0, 1, 8, 4, 5, 2, 3, 6, 7];

function formatProviders(rows: readonly ProviderRow[], {paint, room}: Layout): string {
	const {pullRequests, commentsEach} = usualVolume;
	const providers = [
		['provider', 'also', 'kind', 'privacy', 'latency', 'setup', 'cost', 'default model'],
		...rows.map(({id, alias, title, privacy, latency, setUp, cost, tiers}) => [
			alias,
			id,
			title,
			privacy,
			latency,
			setUp,
			cost,
			tiers[0]?.model ?? '',
		]),
	];
	const prices = [
		['provider', 'tier', 'model', ...costParts.flatMap(({title}) => [`$ ${title}: today`, 'typical'])],
		...rows
			.filter(({cost}) => cost === 'pay per use')
			.flatMap(({alias, tiers}) =>
				tiers.map(({name, model, today, typical}, index) => [
					alias,
					index === 0 ? `${name} (default)` : name,
					model,
					...costParts.flatMap(part => [formatCost(today, part), formatCost(typical, part)]),
				]),
			),
	];
	const numbers = costParts.flatMap(() => ['right', 'right'] as const);
	const notes = [
		'privacy: high = data stays on this machine; medium, low = data goes to the vendor.',
		`You pay the price of today: ${costBasis}. typical: a rule of thumb. ? = mostly reasoning tokens, unknown in advance.`,
		`A month is ${pullRequests} pull requests x ${commentsEach} comments.`,
		`Clients require a subscription: ${subscriptions.map(({name, vendor}) => `${name} (${vendor})`).join(', ')}.`,
	];
	const shown = [
		textTable(providers, {room, rank: providerRank}),
		textTable(prices, {room, rank: priceRank, align: ['left', 'left', 'left', ...numbers]}),
	].map(([head = '', ...lines]) => [paint('bold', head), ...lines].join('\n'));
	const below = notes.flatMap(note => wrap(note, room));
	return `\n${[...shown, below.join('\n')].join('\n\n')}\n`;
}
