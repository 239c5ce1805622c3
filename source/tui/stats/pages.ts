import {gap, paragraph} from '../../document/document.ts';
import {linesOf} from '../../document/lines.ts';
import {statsNotes} from '../../run/stats/stats-document.ts';
import {countedWords, shareRule, statsTitle} from '../../run/stats/stats-words.ts';
import {appPages} from '../app/pages.ts';
import type {Line} from '../text/line.ts';
import {keymap} from './keymap.ts';
import type {StatsScreenState} from './state.ts';

export const pages = {...appPages(keymap), about: {title: 'about these figures', lines: aboutLines}};

function aboutLines({report}: StatsScreenState, width: number): Line[] {
	const texts = [statsTitle(report), countedWords(report)].map(text => paragraph(text));
	return linesOf([...texts, gap, paragraph(shareRule), ...statsNotes(report)], width);
}
