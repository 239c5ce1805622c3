import {spell} from '../../failure.ts';
import {type CheckStep, isPassed} from '../../run/setup/step.ts';
import {aliasOf} from '../../settings/providers.ts';
import {safe} from '../../text/safe.ts';
import {inApp} from '../app/state.ts';
import {type Line, span} from '../text/line.ts';
import {gitHubOnly} from './choosing-pages.ts';
import {openField} from './field.ts';
import {commandAt, currentStep, groupOf, statusSpan, statusSymbols} from './outline.ts';
import {command, type Part, type SetupText} from './page.ts';
import {pullLines} from './progress.ts';
import type {SetupState} from './state.ts';

export function stepPage(state: SetupState, width: number): SetupText {
	const {work, pull, symbols, steps, draft} = state;
	const shown = currentStep(state);
	const group = groupOf(state);
	const text = commandAt(state);
	const remedy = spell(shown.remedy, inApp(state, 'recheck'));
	const isPulling = shown.id === 'model' && (work === 'pulling' || pull !== null);
	const others = group ? steps[group].filter(({id, detail}) => id !== shown.id && detail !== '') : [];
	const above: Part[] = [[span(`Check: ${shown.title}`, 'strong')], [statusSpan(shown.status, symbols)], ''];
	if (shown.detail !== '') above.push(shown.detail);
	if (remedy !== '' && work !== 'pulling') above.push('', remedy);
	if (isPulling) above.push('', ...pullLines(pull, width, symbols));
	else if (text !== null) above.push('', command(text));
	if (work === null) above.push('', [span(nextWords(shown, state), 'strong')]);
	if (others.length > 0) above.push('', ...others.map(other => brief(other, state)));
	return {title: `${group === 'host' || !draft ? 'GitHub' : aliasOf(draft.provider)}: ${shown.id}`, above};
}

function brief({id, detail, status}: CheckStep, {symbols}: SetupState): Line {
	return [span(`${symbols[statusSymbols[status]]} ${id}: ${safe(detail)}`, 'quiet')];
}

/** What the keys do, as sentences. */
function nextWords(shown: CheckStep, state: SetupState): string {
	if (openField(state)?.purpose === 'key') {
		const withoutModel = `To continue without a model, press Esc twice, then choose "${gitHubOnly}".`;
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
