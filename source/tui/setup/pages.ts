import {tooSmall} from '../app/layout.ts';
import {leave, only} from '../app/state.ts';
import {modelPage, nowPage, providerPage, wishPage} from './choosing-pages.ts';
import {openField} from './field.ts';
import {highlightedIn, type SetupText} from './page.ts';
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
	return state.dialog?.kind === 'leave' ? leavePage(state) : pages[state.page](state, width);
}

const leavePage = (state: SetupState): SetupText => ({
	title: 'leave?',
	above: ['Nothing is saved yet.', ''],
	items: [
		{value: 'stay', label: 'Stay', choose: () => only(stay(state))},
		{value: 'leave', label: 'Leave without saving', choose: () => leave(state, false)},
	],
	isGuarded: true,
});

/** `at`: index of the highlighted item. */
export type SetupMenu = NonNullable<ReturnType<typeof menuIn>>;

/** How far the keys of a menu move in it. */
export const menuMoves: Readonly<Record<string, number>> = {down: 1, j: 1, up: -1, k: -1};

/** The menu of a page, which has the keys unless a field is open; null if it has none. */
export function menuIn(state: SetupState, page: SetupText) {
	const {items = [], isGuarded = false} = page;
	if (items.length === 0) return null;
	const {dialog, work, size} = state;
	const isFree = (dialog !== null || work === null) && tooSmall(size) === null;
	return {items, at: highlightedIn(state, page), hasKeys: openField(state) === null && isFree, isGuarded};
}

/** The open menu; null if there is none. */
export const menuOf = (state: SetupState): SetupMenu | null =>
	state.dialog?.kind === 'page' ? null : menuIn(state, pageOf(state, state.size.columns));
