import {type Remedy, spell} from '../../failure.ts';
import {troublesOf} from '../../run/inbox/row-words.ts';
import {safe} from '../../text/safe.ts';
import {messageLines} from '../app/messages.ts';
import type {Page} from '../app/page.ts';
import {keyLines} from '../app/run-by-name.ts';
import {inApp, troubleText} from '../app/state.ts';
import {emptyLine, type Line, line, span, wrapLine} from '../text/line.ts';
import {keymap} from './keymap.ts';
import type {InboxScreenState} from './state.ts';

export function inboxPageLines(state: InboxScreenState, page: Page, width: number): Line[] {
	if (page.page === 'help') return keyLines(keymap, state, page, width);
	if (page.page === 'messages') return messageLines(state, width);
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
