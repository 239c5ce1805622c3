import {troublesOf} from '../../run/inbox/row-words.ts';
import {safe} from '../../text/safe.ts';
import {sentences} from '../../text/sentences.ts';
import {helpLines} from '../app/help-lines.ts';
import {helpOf} from '../app/keymap.ts';
import {type Page, searchOf} from '../app/page.ts';
import {emptyLine, type Line, line, span, wrapLine} from '../text/line.ts';
import {keymap} from './keymap.ts';
import type {InboxScreenState} from './state.ts';

export function inboxPageLines(state: InboxScreenState, page: Page, width: number): Line[] {
	if (page.page === 'help') return helpLines(helpOf(keymap, state, searchOf(page)), width);
	const {trouble, inbox, stage} = state;
	const ofRows = troublesOf(inbox.rows);
	const general = [...(trouble ? [sentences(trouble.message, trouble.remedy)] : []), ...inbox.incomplete];
	if (general.length + ofRows.length === 0) return [line(stage === 'read' ? 'everything was read' : 'nothing failed')];
	return [
		...general.flatMap(text => wrapLine(line(safe(text), 'warning'), width, '  ')),
		...(general.length > 0 && ofRows.length > 0 ? [emptyLine] : []),
		...ofRows.flatMap(({names, text}) => wrapLine([span(`${safe(names)}: `, 'strong'), span(safe(text))], width, '  ')),
	];
}
