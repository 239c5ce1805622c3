import {gap, paragraph} from '../../document/document.ts';
import {linesOf} from '../../document/lines.ts';
import {statsNotes} from '../../run/stats/stats-document.ts';
import {countedWords, shareRule, statsTitle} from '../../run/stats/stats-words.ts';
import {messageLines} from '../app/messages.ts';
import type {Page} from '../app/page.ts';
import {keyLines} from '../app/run-by-name.ts';
import type {Line} from '../text/line.ts';
import {keymap} from './keymap.ts';
import type {StatsScreenState} from './state.ts';

export function statsPageLines(state: StatsScreenState, page: Page, width: number): Line[] {
	if (page.page === 'help') return keyLines(keymap, state, page, width);
	if (page.page === 'messages') return messageLines(state, width);
	const {report} = state;
	const texts = [statsTitle(report), countedWords(report)].map(text => paragraph(text));
	return linesOf([...texts, gap, paragraph(shareRule), ...statsNotes(report)], width);
}
