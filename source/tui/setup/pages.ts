import {leave, only} from '../app/state.ts';
import {modelPage, nowPage, providerPage, wishPage} from './choosing-pages.ts';
import {menuWith, plain, type SetupMenu, type SetupText} from './page.ts';
import {requestPage} from './request-page.ts';
import {donePage, keepPage, savePage} from './saving-pages.ts';
import type {SetupPage, SetupState} from './state.ts';
import {stepPage} from './step-page.ts';
import {stay} from './steps.ts';

const pages: Readonly<Record<SetupPage, (state: SetupState, width: number) => SetupText>> = {
	now: nowPage,
	wishes: wishPage,
	providers: providerPage,
	models: modelPage,
	step: stepPage,
	request: requestPage,
	keep: keepPage,
	save: savePage,
	done: donePage,
};

/** The page, or the question whether to leave. @param width cells of a line */
export function pageOf(state: SetupState, width: number): SetupText {
	return state.dialog?.kind === 'leave' ? leavePage(state, width) : pages[state.page](state, width);
}

function leavePage(state: SetupState, width: number): SetupText {
	const items = [
		{value: 'stay', label: 'Stay', choose: () => only(stay(state))},
		{value: 'leave', label: 'Leave without saving', choose: () => leave(state, false)},
	];
	return plain('leave?', ['Nothing is saved yet.', ''], [], width, menuWith(state, items, {isGuarded: true}));
}

/** The open menu; null if there is none. @param width cells of a line */
export const menuOf = (state: SetupState, width = 200): SetupMenu | null =>
	state.dialog?.kind === 'page' ? null : pageOf(state, width).menu;
