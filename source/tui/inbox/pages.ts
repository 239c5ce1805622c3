import {type Remedy, spell} from '../../failure.ts';
import {troublesOf} from '../../run/inbox/row-words.ts';
import {safe} from '../../text/safe.ts';
import {appPages} from '../app/pages.ts';
import {inApp, troubleText} from '../app/state.ts';
import {emptyLine, type Line, line, span, wrapLine} from '../text/line.ts';
import {keymap} from './keymap.ts';
import type {InboxScreenState} from './state.ts';

export const pages = {...appPages(keymap), about: {title: 'what could not be read', lines: unreadLines}};

function unreadLines(state: InboxScreenState, width: number): Line[] {
	const {trouble, inbox, stage} = state;
	const spelled = (told: Remedy) => spell(told, inApp(state, 'again'));
	const ofRows = troublesOf(inbox.rows);
	const general = [...(trouble ? [troubleText(trouble, state)] : []), ...inbox.incomplete.map(spelled)];
	if (general.length + ofRows.length === 0) return [line(stage === 'read' ? 'everything was read' : 'nothing failed')];
	return [
		...general.flatMap(text => wrapLine(line(safe(text), 'warning'), width, '  ')),
		...(general.length > 0 && ofRows.length > 0 ? [emptyLine] : []),
		...ofRows.flatMap(({names, text}) =>
			wrapLine([span(`${safe(names)}: `, 'strong'), span(safe(spelled(text)))], width, '  '),
		),
	];
}
