import {wordsForDone} from '../../resolve/decision.ts';
import type {Finding} from '../../review/finding.ts';
import {askingLines} from '../../run/report/asking-words.ts';
import type {RunState} from '../../run/state.ts';
import type {UndoReport} from '../../run/undo/undo-report.ts';
import {safe} from '../../text/safe.ts';
import {count, sentences} from '../../text/sentences.ts';
import {keyTo} from '../app/keymap.ts';
import type {Notice} from '../app/state.ts';
import type {Decisions} from './decisions.ts';
import {decisionsOn} from './selection.ts';
import type {ReviewState} from './state.ts';

/** How the questions to the model ended; null if there were none. */
export function askingNotice({model}: Pick<RunState, 'model'>): Notice | null {
	if (!model?.last) return null;
	const {end, unsent} = model.last;
	const isGood = end.changes > 0 && end.answered === end.questions;
	const [text] = askingLines(end).map(line => `${line}${unsent > 0 ? `; ${unsent} not sent` : ''}`);
	return text === undefined ? null : {text, tone: isGood ? 'good' : 'warning'};
}

/** The same; for one finding, there is room for its reason. @param findings those that were to be sent */
export function askedNotice(findings: readonly Finding[], run: Pick<RunState, 'model'>): Notice | null {
	const [first, ...others] = findings;
	if (!first || others.length > 0) return askingNotice(run);
	const {changes, disposition} = first;
	if (changes.length > 0) return {text: `the model proposes ${count(changes.length, 'change')}`, tone: 'good'};
	return {text: disposition?.reason ?? 'the model proposes no change', tone: 'warning'};
}

/** After everything was read again; null as long as the pull request is open. */
export function closedNotice({run: {pullRequest}}: ReviewState): Notice | null {
	const state = pullRequest?.state ?? 'open';
	return state === 'open' ? null : {text: `the pull request is ${state}`, tone: 'warning'};
}

/** The findings that a new decision keeps from being applied, if there are any. */
export function declinedNotice(before: ReviewState, state: ReviewState): Notice | null {
	const lost = [...state.index.judged.values()].filter(
		({finding: {id}, verdict}) =>
			verdict.outcome === 'declined' &&
			before.index.judged.get(id)?.verdict.outcome === 'planned' &&
			decisionsOn(id, state).length === 0,
	);
	const [first] = lost;
	return first
		? {text: `${count(lost.length, 'other finding')} declined: ${first.verdict.reason}`, tone: 'plain'}
		: null;
}

export function writtenNotice(state: ReviewState): Notice {
	const {run} = state;
	const files = run.written?.files ?? [];
	const done = files.filter(({refused}) => refused === null);
	const [failed, ...others] = files.filter(({refused}) => refused !== null);
	if (failed) {
		const more = others.length > 0 ? ` (and ${count(others.length, 'more file')})` : '';
		const text = `wrote ${done.length} of ${count(files.length, 'file')}; ${failed.path}: ${failed.refused}${more}`;
		return {text, tone: 'bad'};
	}
	const changes = done.reduce((sum, {applied}) => sum + applied, 0);
	const text = `wrote ${count(changes, 'change')} to ${count(done.length, 'file')}; press ${keyTo(state, 'undo')} to undo`;
	return {text, tone: 'good'};
}

export function undoneWords({files, exitCode, run, commits}: UndoReport): string {
	if (commits?.outcome === 'left') return `did not undo ${run.id}: ${sentences(commits.reason, commits.remedy)}`;
	if (exitCode === 0) return `undid ${run.id}: ${count(files.length, 'file')} restored`;
	const left = files.filter(({outcome}) => outcome === 'left' || outcome === 'partly');
	const [first] = left;
	const which = first ? `: ${safe(first.path)}: ${first.reason}` : '';
	return `partly undid ${run.id}: ${count(left.length, 'file')} not restored${which}`;
}

/** Which decisions changed: one by its finding, several by their number. */
export function changesBetween(before: Decisions, now: Decisions, {rulings, judged}: ReviewState['index']): string {
	const changed = [...new Set([...before.keys(), ...now.keys()])].filter(id => before.get(id) !== now.get(id));
	const [first] = changed;
	if (changed.length !== 1 || first === undefined) return count(changed.length, 'decision');
	const action = (now.get(first) ?? before.get(first))?.action ?? '';
	const {title} = rulings.get(first)?.proposal.findings[0] ?? judged.get(first)?.finding ?? {};
	const word = action === 'done' ? wordsForDone : action;
	return title === undefined ? word : `${word} "${title}"`;
}
