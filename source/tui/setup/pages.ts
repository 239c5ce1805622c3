import type {Step} from '../../run/setup/step.ts';
import {aliasOf} from '../../settings/providers.ts';
import {inSeconds, money} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {helpLines} from '../app/help-lines.ts';
import {helpOf} from '../app/keymap.ts';
import {type Page, searchOf} from '../app/page.ts';
import {emptyLine, type Line, span} from '../text/line.ts';
import {costOfRequest, models, providers, wishes} from './choice-pages.ts';
import {commandAt, sameWithoutApp} from './commands-shown.ts';
import {openField} from './field.ts';
import {keymap} from './keymap.ts';
import {gitHubOnly} from './menus.ts';
import {currentStep, groupOf, openSteps} from './outline.ts';
import {command, lines, type PageText, type Part, plain} from './page-text.ts';
import {pullLines} from './progress.ts';
import type {SetupState} from './state.ts';
import {statusLooks, statusSpan} from './status-look.ts';

export function pageText(state: SetupState, width: number): PageText {
	const {dialog} = state;
	if (dialog?.kind === 'page') return keys(state, dialog, width);
	if (dialog?.kind === 'leave') return plain('leave?', ['Nothing was saved yet.', ''], [], width);
	switch (state.page) {
		case 'wishes':
			return wishes(width);
		case 'providers':
			return providers(state, width);
		case 'models':
			return models(state, width);
		case 'step':
			return step(state, width);
		case 'request':
			return request(state, width);
		case 'keep':
			return keep(state, width);
		case 'save':
			return plain(
				'save the settings',
				[
					...(state.withoutModel ? ['No model is asked; suggestions written as code are applied without one.'] : []),
					`The settings go to ${state.settingsFile ?? 'your own settings file'}; no key is in it.`,
					'',
				],
				state.withoutModel ? [] : ['', 'The same without the app:', command(commandAt(state) ?? '')],
				width,
			);
		case 'done':
			return done(state, width);
	}
}

function step(state: SetupState, width: number): PageText {
	const {work, pull, symbols, steps, draft} = state;
	const shown = currentStep(state);
	const group = groupOf(state);
	const text = commandAt(state);
	const head: Part[] = [[span(`Check: ${shown.title}`, 'strong')], [statusSpan(shown.status, symbols)], ''];
	const result: Part[] = shown.detail === '' ? [] : [shown.detail];
	const remedy: Part[] = shown.remedy === '' || work === 'pulling' ? [] : ['', shown.remedy];
	const isPulling = shown.id === 'model' && (work === 'pulling' || pull !== null);
	const wayOut: Part[] = text === null || isPulling ? [] : ['', command(text)];
	const next = work === null ? nextWords(shown, state) : null;
	const others = group ? steps[group].filter(({id, detail}) => id !== shown.id && detail !== '') : [];
	return {
		title: `${group === 'host' || !draft ? 'code host' : aliasOf(draft.provider)}: ${shown.id}`,
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
	if (openField(state)?.purpose === 'key') {
		const withoutModel = `To go on without a model: Esc twice, then "${gitHubOnly.label}".`;
		return `Type or paste the key, then Enter. Enter alone checks again. ${withoutModel}`;
	}
	if (shown.status === 'ok') return 'Enter goes on.';
	if (shown.status === 'todo') return 'Enter checks it.';
	const skip = ` s goes on without ${groupOf(state) === 'host' ? 'it' : 'a model'}.`;
	const kind = shown.ways[0]?.kind;
	if (kind === 'run') {
		const several = shown.ways.filter(way => way.kind === 'run').length > 1;
		return several
			? `Enter runs the first one here, then it is checked again; m chooses the other program.${skip}`
			: `Enter runs the command here, then it is checked again.${skip}`;
	}
	if (kind === 'pull')
		return state.pull
			? `Enter goes on with the download.${skip}`
			: `Enter downloads it; Esc stops that, and it can go on later. m chooses another model.${skip}`;
	if (kind === 'elsewhere') return `Run it in another terminal, then Enter checks again.${skip}`;
	return `Enter checks again.${skip}`;
}

function request(state: SetupState, width: number): PageText {
	const {trial, draft, work, symbols} = state;
	if (!draft) return plain('test request', [], [], width);
	const cost = costOfRequest(draft);
	const intro = [`One small question goes to ${aliasOf(draft.provider)}, as a run would send it. ${cost}`];
	if (work === 'asking') return plain('test request', [...intro, '', 'waiting for the answer'], [], width);
	if (!trial) return plain('test request', [...intro, ''], [], width);
	const {tokens, costUsd, latencyMs} = trial;
	const facts = [
		...(latencyMs === null ? [] : [inSeconds(latencyMs, 1)]),
		...(tokens ? [`${tokens.input} tokens in, ${tokens.output} out`] : []),
		...(costUsd === null ? [] : [costUsd === 0 ? 'free' : money(costUsd)]),
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
	if (!saved) return plain('done', [], [], width);
	const open = openSteps(state);
	const setUp = draft ? 'pr-resolve is set up.' : 'pr-resolve is set up, without a model.';
	const isLoose = draft !== null && draft.apiKey !== null && !place;
	return plain(
		'done',
		[
			open.length === 0
				? [span(setUp, 'good')]
				: [span('The settings are saved, and something is left to do.', 'warning')],
			`Saved to ${saved.path}`,
			...open.map(({id, detail}) => `Still to do: ${id}: ${detail}`),
			...(saved.removed.length > 0 ? [`Taken out of it: ${saved.removed.join(', ')}`] : []),
			...(isLoose && places ? [`The key was kept nowhere: give it in ${places.variable}.`] : []),
			'',
			...(draft
				? ['The same without the app:', command(sameWithoutApp(state, draft)), '']
				: ['To add a model later:', command('pr-resolve setup'), '']),
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

/** What the keys do on the page below. */
function keys(state: SetupState, help: Page, width: number): PageText {
	const rows = helpOf(keymap, {...state, dialog: null}, searchOf(help));
	const title = help.search === null ? 'keys' : `keys with "${safe(searchOf(help))}"`;
	return {title, above: helpLines(rows, width), below: []};
}
