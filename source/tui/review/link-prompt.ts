import {doing, notify, only} from '../app/state.ts';
import {type Span, span} from '../text/line.ts';
import type {ListedLink} from '../text/link-lines.ts';
import {fieldOf, typeKey} from '../widgets/field.ts';
import {shownDetail} from './detail.ts';
import type {ReviewField, ReviewState} from './state.ts';
import type {ReviewStep} from './steps.ts';

/** Shows the list of links and asks for a number; opens the only one at once. */
export function chooseLink(state: ReviewState): ReviewStep {
	const {links, linksTop} = shownDetail(state);
	const [link] = links;
	if (!link) return only(state);
	if (links.length === 1) return openLink(state, link);
	const dialog = {kind: 'field', purpose: 'link', label: 'Open link', field: fieldOf('')} as const;
	return only({...state, focus: 'detail', scroll: linksTop, dialog});
}

/** A key while the number of a link is typed. It is open once no digit can follow. */
export function answerLink(state: ReviewState, dialog: ReviewField, key: string): ReviewStep {
	const {links} = shownDetail(state);
	const isEnter = key === 'enter';
	const field = isEnter ? dialog.field : typeKey(dialog.field, key);
	if (key === 'escape' || (isEnter && field.text === '')) return only({...state, dialog: null});
	const link = linkAt(links, field.text);
	const canGoOn = Number(field.text) * 10 <= links.length;
	if (link && (isEnter || !canGoOn)) return openLink({...state, dialog: null}, link);
	return only({...state, dialog: {...dialog, field}});
}

/** Beside the prompt: where the number leads. */
export function linkNote(state: ReviewState, {field: {text}}: ReviewField): Span {
	const {links} = shownDetail(state);
	if (text === '') return span(`number of a link, 1 to ${links.length}`);
	const link = linkAt(links, text);
	return link ? span(link.href) : span(`there is no link ${text}`, 'warning');
}

const linkAt = (links: readonly ListedLink[], typed: string) =>
	/^[1-9]\d*$/.test(typed) ? links[Number(typed) - 1] : undefined;

const openLink = (state: ReviewState, {href}: ListedLink): ReviewStep =>
	doing(notify(state, `opening ${href}`), {type: 'browse', url: href});
