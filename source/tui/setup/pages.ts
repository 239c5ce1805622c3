import {costBasis, providerTable} from '../../run/setup/choices.ts';
import type {Step} from '../../run/setup/step.ts';
import {providerNames} from '../../settings/providers.ts';
import {helpOf} from '../keymap.ts';
import {emptyLine, type Line, line, pad, span, wrapLine} from '../text/line.ts';
import {safe} from '../text/safe.ts';
import {commandAt, sameWithoutApp} from './commands-shown.ts';
import {openField} from './field.ts';
import {keymap} from './keymap.ts';
import {menuOf} from './menus.ts';
import {currentStep, groupOf} from './outline.ts';
import {pullLines} from './progress.ts';
import type {SetupState} from './state.ts';
import {statusLooks, statusSpan} from './status-look.ts';
import {costWords, tableOf} from './table.ts';

/** What stands above the menu of a page and what below it; all of it above where there is none. */
export type PageText = {title: string; above: readonly Line[]; below: readonly Line[]};

export function pageText(state: SetupState, width: number): PageText {
	if (state.overlay === 'help') return {title: 'keys', above: helpLines(state, width), below: []};
	if (state.overlay === 'leave') return plain('leave?', ['Nothing was saved yet.', ''], [], width);
	switch (state.page) {
		case 'wishes':
			return plain('choose a provider', ['What fits you? If several do, the first counts.', ''], wishNotes, width);
		case 'providers':
			return providers(state, width);
		case 'models': {
			const what = state.draft?.provider === 'cli-b' ? 'Which program is used?' : 'Which model is asked?';
			return plain('model', [state.work === 'listing' ? 'asking which models there are' : what, ''], [], width);
		}
		case 'step':
			return step(state, width);
		case 'request':
			return request(state, width);
		case 'keep':
			return keep(state, width);
		case 'save':
			return plain(
				'save the settings',
				['They go to your own settings file; no key is in it.', ''],
				['', 'The same without the app:', command(commandAt(state) ?? '')],
				width,
			);
		case 'done':
			return done(state, width);
	}
}

const wishNotes = [
	'',
	'A provider is asked only about comments that no reviewer wrote as code. Without one, all other changes are applied just the same.',
];

type Part = string | Line;

function lines(parts: readonly Part[], width: number): Line[] {
	return parts.flatMap(part => {
		if (part === '') return [emptyLine];
		return wrapLine(typeof part === 'string' ? line(safe(part)) : part, width, isCommand(part) ? '    ' : '');
	});
}

function plain(title: string, above: readonly Part[], below: readonly Part[], width: number): PageText {
	return {title, above: lines(above, width), below: lines(below, width)};
}

const command = (text: string): Line => [span(`  ${safe(text)}`, 'accent')];
const isCommand = (part: Part) => typeof part !== 'string' && part[0]?.text.startsWith('  ') === true;

function providers(state: SetupState, width: number): PageText {
	const {highlighted, advice, volume} = state;
	const table = tableOf(state, width - 2);
	const menu = menuOf(state, width);
	const id = highlighted ?? menu?.items[menu.first]?.value;
	const row = providerTable(volume).find(each => each.id === id);
	const fit = row && advice?.providers.includes(row.id) ? advice.reason : null;
	const facts: Part[] = row
		? [
				[span(row.title, 'strong'), span(`: ${row.kind}`)],
				...(fit === null ? [] : [[span(`This one fits. ${fit}`, 'good')]]),
				`privacy ${row.privacy}: ${row.privacyNote}`,
				`latency ${row.latency}; set-up ${row.setUp}; ${row.cost}`,
				`a comment costs ${costWords(row, 'perComment')}`,
				`a month costs ${costWords(row, 'perMonth')}`,
				`takes: ${row.requires.join(', ')}`,
				`note: ${row.notes.join('; ')}`,
			]
		: [];
	const month = `A month: ${volume.pullRequests} pull requests x ${volume.commentsEach} comments (v changes it).`;
	const basis = [[span(`~ is the contract's figure, beside it today's: ${costBasis}.`, 'quiet')] as Line];
	return {
		title: 'choose a provider',
		above: [[span(`  ${table.head}`, 'strong')]],
		below: lines(['', ...facts, '', month, ...basis], width),
	};
}

function step(state: SetupState, width: number): PageText {
	const {work, pull, symbols, steps} = state;
	const shown = currentStep(state);
	const group = groupOf(state);
	const text = commandAt(state);
	const head: Part[] = [[span(`Checked: ${shown.title}`, 'strong')], [statusSpan(shown.status, symbols)], ''];
	const result: Part[] = shown.detail === '' ? [] : [shown.detail];
	const remedy: Part[] = shown.remedy === '' || work === 'pulling' ? [] : ['', shown.remedy];
	const isPulling = work === 'pulling' || pull !== null;
	const wayOut: Part[] = text === null || isPulling ? [] : ['', command(text)];
	const next = work === null ? nextWords(shown, state) : null;
	const others = group ? steps[group].filter(({id, detail}) => id !== shown.id && detail !== '') : [];
	return {
		title: `${group === 'host' ? 'code host' : (state.draft?.provider ?? '')}: ${shown.id}`,
		above: [
			...lines([...head, ...result, ...remedy, ...wayOut], width),
			...(isPulling ? [emptyLine, ...pullLines(pull, width, symbols)] : []),
			...lines(next === null ? [] : ['', [span(next, 'strong')]], width),
			...lines(others.length > 0 ? ['', ...others.map(other => brief(other, state))] : [], width),
		],
		below: [],
	};
}

function brief({id, detail, status}: Step, {symbols}: SetupState): Line {
	return [span(`${symbols[statusLooks[status].symbol]} ${id}: ${safe(detail)}`, 'quiet')];
}

/** What Enter does, in a sentence. */
function nextWords(shown: Step, state: SetupState): string {
	if (openField(state)?.purpose === 'key') return 'Type or paste the key, then Enter. Enter alone checks again.';
	if (shown.status === 'ok') return 'Enter goes on.';
	if (shown.status === 'todo') return 'Enter checks it.';
	const kind = shown.ways[0]?.kind;
	if (kind === 'run') return 'Enter runs the command here, then it is checked again.';
	if (kind === 'pull')
		return state.pull
			? 'Enter goes on with the download.'
			: 'Enter downloads it; Esc stops that, and it can go on later.';
	if (kind === 'elsewhere') return 'Run it in another terminal, then Enter checks again.';
	return 'r checks again.';
}

function request(state: SetupState, width: number): PageText {
	const {trial, draft, work, symbols} = state;
	if (!draft) return plain('test request', [], [], width);
	const row = providerTable().find(({id}) => id === draft.provider);
	const tier = row?.tiers.find(({name}) => name === draft.model) ?? row?.tiers[0];
	const price = tier?.today.perComment;
	const cost =
		price === 0 ? 'It costs nothing.' : price ? `It costs about $${price.toFixed(4)}.` : 'What it costs is not known.';
	const intro = [`One small question goes to ${providerNames[draft.provider]}, as a run would send it. ${cost}`];
	if (work === 'asking') return plain('test request', [...intro, '', 'waiting for the answer'], [], width);
	if (!trial) return plain('test request', [...intro, ''], [], width);
	const {tokens, costUsd, latencyMs} = trial;
	const facts = [
		...(latencyMs === null ? [] : [`${(latencyMs / 1000).toFixed(1)} s`]),
		...(tokens ? [`${tokens.input} tokens in, ${tokens.output} out`] : []),
		...(costUsd === null ? [] : [costUsd === 0 ? 'free' : `$${costUsd.toFixed(4)}`]),
	];
	const result: Part[] = [
		[statusSpan(trial.step.status, symbols)],
		trial.step.detail,
		...(facts.length > 0 ? [facts.join(', ')] : []),
		...(trial.step.remedy === '' ? [] : ['', trial.step.remedy]),
		'',
		...(trial.step.status === 'ok' ? [[span('Enter goes on.', 'strong')] as Line] : []),
	];
	return plain('test request', result, [], width);
}

function keep(state: SetupState, width: number): PageText {
	const {places} = state;
	if (!places) return plain('keep the key', ['looking where a key can be kept'], [], width);
	return plain(
		'keep the key',
		['Where is the key kept? It is never in the settings file.', ''],
		[
			'',
			...(places.system ? [] : ["This session has no key store of the system's that can be used."]),
			...(places.file === null ? [] : [`The file would be ${places.file}.`]),
			...(places.isSet ? [`${places.variable} is set here and goes before a key that is kept: correct it there.`] : []),
		],
		width,
	);
}

function done(state: SetupState, width: number): PageText {
	const {saved, draft, places, place} = state;
	if (!saved || !draft) return plain('done', [], [], width);
	const isLoose = draft.apiKey !== null && !place;
	return plain(
		'done',
		[
			[span('pr-resolve is set up.', 'good')],
			`Saved to ${saved.path}`,
			...(saved.removed.length > 0 ? [`Taken out of it: ${saved.removed.join(', ')}`] : []),
			...(isLoose && places ? [`The key was kept nowhere: give it in ${places.variable}.`] : []),
			'',
			'The same without the app:',
			command(sameWithoutApp(state, draft)),
			'',
			'Now, with these settings:',
			command('pr-resolve'),
			command('pr-resolve apply'),
			'',
			[span('Enter leaves.', 'strong')],
		],
		[],
		width,
	);
}

function helpLines(state: SetupState, width: number): Line[] {
	const rows = helpOf(keymap, {...state, overlay: null});
	const room = Math.max(...rows.map(({keys}) => keys.length));
	return rows.flatMap(({keys, help, reason}) =>
		wrapLine(
			[
				span(`${pad(keys, room, '')}  `, 'accent'),
				span(help),
				...(reason === null ? [] : [span(` (not now: ${reason})`, 'quiet')]),
			],
			width,
			' '.repeat(room + 2),
		),
	);
}
