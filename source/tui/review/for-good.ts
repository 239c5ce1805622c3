import type {Finding} from '../../review/finding.ts';
import {whyForPeople} from '../../review/weighty.ts';
import {answeredIn} from '../../run/decisions/answers.ts';
import {type Entry, scopeOf} from '../../run/memory/entry.ts';
import {entryLike, proposeWords, readWords, type Trial, tryEntry, whyNotWords} from '../../run/memory/new-entry.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {confirm} from '../app/dialog.ts';
import {only} from '../app/state.ts';
import {type Line, line, type Span, span} from '../text/line.ts';
import {type Field, fieldOf, typeKey} from '../widgets/field.ts';
import {changesToDecline, decline} from './decline.ts';
import {findingOfSide, selectionOf} from './selection.ts';
import type {ReviewField, ReviewState} from './state.ts';
import type {ReviewStep} from './steps.ts';

/** The selected finding, if it can be declined for good; null if not: it is set aside, or no memory may touch it. */
function candidate(state: ReviewState): Finding | null {
	const selection = selectionOf(state);
	if (!selection || state.delivery.presets.place === 'host') return null;
	const finding = findingOfSide(selection);
	return changesToDecline(selection, state).length > 0 && whyForPeople(finding) === null ? finding : null;
}

/** The field for the reason to decline, here or for good. */
export function reasonField(state: ReviewState, label: string, field: Field, isAlways = false): ReviewField {
	if (candidate(state) === null) return {kind: 'field', purpose: 'reason', label, field};
	const offers = [{key: 'Tab', word: isAlways ? 'only here' : 'always'}];
	if (!isAlways) return {kind: 'field', purpose: 'reason', label, field, offers};
	return {kind: 'field', purpose: 'reason-always', label: 'Reason, for good', field, offers};
}

/** The same text with the other switch; the same dialog where there is none. */
export const switchReason = (state: ReviewState, {purpose, field}: ReviewField) =>
	reasonField(state, 'Reason (optional)', field, purpose === 'reason');

/** Beside the field for the reason. */
export const reasonNote = (state: ReviewState, {purpose, field}: ReviewField): Span | null =>
	candidate(state) === null ? null : span(purpose === 'reason' ? '[here] always' : alwaysNote(field.text));

const alwaysNote = (reason: string) =>
	`here [always]: ${reason.trim() === '' ? 'needs a reason' : 'with your team, in every pull request'}`;

/** Asks for the words that make other findings like this one. */
export function askWords(state: ReviewState, reason: string): ReviewStep {
	const finding = candidate(state);
	if (finding === null || reason === '') return only(state);
	const field = fieldOf(proposeWords(finding, state.run.findings).join(' '));
	const dialog = {kind: 'field', purpose: 'words', label: 'Words that such findings have', field} as const;
	return only({...state, forGood: {finding: finding.id, reason, words: []}, dialog});
}

/** A key while they are typed. @param at milliseconds since the epoch */
export function answerWords(state: ReviewState, dialog: ReviewField, key: string, at: number): ReviewStep {
	const {forGood} = state;
	if (key === 'escape' || forGood === null) return only({...state, dialog: null, forGood: null});
	if (key !== 'enter') return only({...state, dialog: {...dialog, field: typeKey(dialog.field, key)}});
	const tried = trialOf(state, dialog.field.text, at);
	if (tried === null || 'why' in tried) return only(state);
	const words = readWords(dialog.field.text);
	const question = {what: 'for-good' as const, title: 'Decline these for good?', lines: trialLines(tried)};
	return only(
		confirm({...state, forGood: {...forGood, words}}, {...question, words: {yes: 'write', no: 'do nothing'}}, at),
	);
}

/** Beside the words: what is wrong, or how many findings here they would have declined. */
export function wordsNote(state: ReviewState, {field}: ReviewField): Span | null {
	const tried = trialOf(state, field.text);
	if (tried === null) return null;
	if ('why' in tried) return span(safe(tried.why), 'warning');
	const {declined, tooBroad} = tried;
	return tooBroad !== null
		? span(`too broad to be used here: ${count(tooBroad, 'finding')}`, 'warning')
		: span(`would decline ${count(declined.length, 'finding')} here; keep 2 to 5 words`);
}

/** @param at the day makes a difference only in what is shown */
function trialOf(
	{forGood, run, planned}: ReviewState,
	text: string,
	at = 0,
): (Trial & {entry: Entry}) | {why: string} | null {
	const finding = run.findings.find(({id}) => id === forGood?.finding);
	if (!finding || !forGood || !planned) return null;
	const words = readWords(text);
	const why = whyNotWords(words, finding);
	if (why !== null) return {why};
	const entry = entryLike(finding, {words, reason: forGood.reason, by: '', now: at});
	return {entry, ...tryEntry(entry, run.findings, at, answeredIn(planned.analysis.answers))};
}

function trialLines({entry, declined, tooBroad}: Trial & {entry: Entry}): Line[] {
	const scope = line(safe(scopeOf(entry)), 'quiet');
	if (tooBroad !== null)
		return [
			scope,
			line(`  They are ${count(tooBroad, 'finding')}: too broad to be used in this pull request.`, 'warning'),
		];
	return [scope, ...declined.map(({path, title}) => line(`  ${safe(path ?? '-')}: ${safe(title)}`))];
}

/** Declines it here, and writes the entry. */
export function declineForGood(state: ReviewState): ReviewStep {
	const {forGood, planned} = state;
	if (forGood === null || planned === null) return only(state);
	const {state: next, effects} = decline({...state, forGood: null}, forGood.reason);
	return {state: next, effects: [...effects, {type: 'keep-for-good', forGood, planned}]};
}
