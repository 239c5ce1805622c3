import {spell} from '../../failure.ts';
import {type CheckStep, isPassed} from '../../run/setup/step.ts';
import {aliasOf} from '../../settings/providers.ts';
import {safe} from '../../text/safe.ts';
import {messageLines, messagesTitle} from '../app/messages.ts';
import {type Page, searchOf} from '../app/page.ts';
import {keyLines} from '../app/run-by-name.ts';
import {inApp} from '../app/state.ts';
import {emptyLine, type Line, span} from '../text/line.ts';
import {models, providerPage, wishPage} from './choice-pages.ts';
import {commandAt, sameWithoutApp} from './commands-shown.ts';
import {openField} from './field.ts';
import {keymap} from './keymap.ts';
import {gitHubOnly} from './menus.ts';
import {nowPage} from './now-page.ts';
import {currentStep, groupOf, outline, statusSpan, statusSymbols, unpassedSteps} from './outline.ts';
import {command, lines, type PageText, type Part, plain} from './page-text.ts';
import {pullLines} from './progress.ts';
import {requestPage} from './request-page.ts';
import type {SetupState} from './state.ts';

export function pageText(state: SetupState, width: number): PageText {
	const {dialog} = state;
	if (dialog?.kind === 'page' && dialog.page === 'messages')
		return {title: messagesTitle, above: messageLines(state, width), below: []};
	if (dialog?.kind === 'page') return keys(state, dialog, width);
	if (dialog?.kind === 'leave') return plain('leave?', ['Nothing is saved yet.', ''], [], width);
	switch (state.page) {
		case 'now':
			return nowPage(state, width);
		case 'wishes':
			return wishPage(width);
		case 'providers':
			return providerPage(state, width);
		case 'models':
			return models(state, width);
		case 'step':
			return step(state, width);
		case 'request':
			return requestPage(state, width);
		case 'keep':
			return keep(state, width);
		case 'save':
			return plain(
				'save the settings',
				[
					...(state.withoutModel
						? ['You chose no model. pr-resolve still applies suggestions.', ...keyLeft(state)]
						: []),
					`pr-resolve saves the settings to ${state.settingsFile ?? 'your user settings file'}, never a key.`,
					'',
				],
				state.withoutModel ? [] : ['', 'The same as a command:', command(commandAt(state) ?? '')],
				width,
			);
		case 'done':
			return done(state, width);
	}
}

/** What becomes of a stored key without a model. */
const keyLeft = ({settings: {llmProvider}, keptIn}: SetupState): string[] =>
	llmProvider === null || keptIn === null
		? []
		: [`A key for ${aliasOf(llmProvider)} is stored in ${keptIn}. Keep it to turn the model on later, or delete it.`];

function step(state: SetupState, width: number): PageText {
	const {work, pull, symbols, steps, draft} = state;
	const shown = currentStep(state);
	const group = groupOf(state);
	const text = commandAt(state);
	const head: Part[] = [[span(`Check: ${shown.title}`, 'strong')], [statusSpan(shown.status, symbols)], ''];
	const result: Part[] = shown.detail === '' ? [] : [shown.detail];
	const remedy: Part[] =
		shown.remedy === '' || work === 'pulling' ? [] : ['', spell(shown.remedy, inApp(state, 'recheck'))];
	const isPulling = shown.id === 'model' && (work === 'pulling' || pull !== null);
	const wayOut: Part[] = text === null || isPulling ? [] : ['', command(text)];
	const next = work === null ? nextWords(shown, state) : null;
	const others = group ? steps[group].filter(({id, detail}) => id !== shown.id && detail !== '') : [];
	return {
		title: `${group === 'host' || !draft ? 'GitHub' : aliasOf(draft.provider)}: ${shown.id}`,
		above: [
			...lines([...head, ...result, ...remedy, ...wayOut], width),
			...(isPulling ? [emptyLine, ...pullLines(pull, width, symbols)] : []),
			...lines(next === null ? [] : ['', [span(next, 'strong')]], width),
			...lines(others.length > 0 ? ['', ...others.map(other => brief(other, state))] : [], width),
		],
		below: [],
	};
}

function brief({id, detail, status}: CheckStep, {symbols}: SetupState): Line {
	return [span(`${symbols[statusSymbols[status]]} ${id}: ${safe(detail)}`, 'quiet')];
}

/** What the keys do, as sentences. */
function nextWords(shown: CheckStep, state: SetupState): string {
	if (openField(state)?.purpose === 'key') {
		const withoutModel = `To continue without a model, press Esc twice, then choose "${gitHubOnly.label}".`;
		return `You can type or paste the key here and press Enter. Enter alone checks again. ${withoutModel}`;
	}
	if (isPassed(shown)) return 'Press Enter to continue.';
	if (shown.status === 'todo') return 'Press Enter to check it.';
	const restart = shown.id === 'token' ? ' If you set a variable instead, start setup again.' : '';
	const skip = ` Press s to skip ${groupOf(state) === 'host' ? 'it' : 'the model'}.${restart}`;
	const kind = shown.ways[0]?.kind;
	if (kind === 'command') {
		const several = shown.ways.filter(way => way.kind === 'command').length > 1;
		return several
			? `Press Enter to run the first command and check again, or m to choose the other program.${skip}`
			: `Press Enter to run the command and check again.${skip}`;
	}
	if (kind === 'pull')
		return state.pull
			? `Press Enter to continue the download.${skip}`
			: `Press Enter to download it; Esc stops the download, and Enter continues it later. Press m to choose another model.${skip}`;
	if (kind === 'elsewhere') return `Run it in another terminal, then press Enter to check again.${skip}`;
	return `Press Enter to check again.${skip}`;
}

function keep(state: SetupState, width: number): PageText {
	const {places} = state;
	if (!places) return plain('store the key', ['checking where a key can be stored'], [], width);
	return plain(
		'store the key',
		['Where should pr-resolve store the key? It is never part of the settings file.', ''],
		[
			'',
			...(places.system ? [] : ['This session has no usable system keychain.']),
			...(places.file === null ? [] : [`The file would be ${places.file}.`]),
			...(places.isSet
				? [`${places.variable} is set here and takes precedence over a stored key; correct it there.`]
				: []),
		],
		width,
	);
}

function done(state: SetupState, width: number): PageText {
	const {saved, draft, places, place} = state;
	if (!saved) return plain('done', [], [], width);
	const open = unpassedSteps(state);
	const warnings = outline(state).filter(({status}) => status === 'warning');
	const setUp = draft ? 'pr-resolve is set up.' : 'pr-resolve is set up, without a model.';
	const isLoose = draft !== null && draft.apiKey !== null && !place;
	return plain(
		'done',
		[
			open.length === 0
				? [span(setUp, 'good')]
				: [span('The settings are saved, but setup is not complete.', 'warning')],
			`Saved to ${saved.path}`,
			...open.map(({id, detail}) => `Still to do: ${id}: ${detail}`),
			...warnings.map(({id, detail}) => `Warning: ${id}: ${detail}`),
			...(saved.removed.length > 0 ? [`Removed from it: ${saved.removed.join(', ')}`] : []),
			...(state.forgets ? ['The stored key is deleted.'] : []),
			...(isLoose && places ? [`The key is not stored; set ${places.variable}.`] : []),
			'',
			...(draft
				? ['The same as a command:', command(sameWithoutApp(state, draft)), '']
				: ['To add a model later:', command('pr-resolve setup'), '']),
			'Next, with these settings:',
			command('pr-resolve'),
			command('pr-resolve apply'),
			'',
			[span('Press Enter to quit.', 'strong')],
		],
		[],
		width,
	);
}

function keys(state: SetupState, help: Page, width: number): PageText {
	const title = help.search === null ? 'keys' : `keys with "${safe(searchOf(help))}"`;
	return {title, above: keyLines(keymap, state, help, width), below: []};
}
