import {type ChangeFate, type Committed, type Done, type Fate, isOnHead, type Verified} from './fate.ts';
import {quotableCommand, quotableName, quotablePlace, quotableReason, rangeOf} from './quotable.ts';

/** The reply in a thread. `reverted`: an earlier reply is no longer true. */
export type ClosingState =
	| 'fixed'
	| 'edited'
	| 'already-fixed'
	| 'partly'
	| 'breaks'
	| 'declined'
	| 'superseded'
	| 'reverted'
	| 'none';

const statesOnHead: ReadonlySet<ClosingState> = new Set(['fixed', 'edited', 'already-fixed', 'partly']);

/** Whether a state says that something is on the head. */
export const isStateOnHead = (state: ClosingState) => statesOnHead.has(state);

/** What a thread comes to. */
export type ThreadClosing = {
	state: ClosingState;
	/** One line; null if there is nothing to say. */
	text: string | null;
	/** The commit that it names; null if it names none. */
	commit: string | null;
	/** Whether nothing is left to do in it. `with-reason`: a bot's, because a person declined it and gave a reason. */
	isClosed: boolean | 'with-reason';
	/** Why nothing is said; empty if something is. */
	reason: string;
};

/** What is said in a thread, by the fates of all that it asks for. */
export function closeThread(fates: readonly Fate[], verified: Verified | null = null): ThreadClosing {
	const remark = fates.find(fate => fate.kind === 'remark');
	const changes = fates.filter(fate => fate.kind !== 'remark');
	if (!remark) return closeChanges(changes, verified);
	// A remark is not answered, and keeps the thread open.
	return changes.some(isOnHead) ? {...closeChanges(changes, verified), isClosed: false} : silent(remark.why);
}

function closeChanges(fates: readonly ChangeFate[], verified: Verified | null): ThreadClosing {
	const done = fates.filter(isOnHead);
	const others = fates.filter(fate => !isOnHead(fate));
	if (done.length > 0) return others.length === 0 ? closeDone(done, verified) : closePart(done, others);
	const open = others.find(fate => fate.kind === 'open');
	if (open) return silent(open.why);
	const [first, ...more] = others.filter(fate => fate.kind !== 'open');
	if (!first) return silent('it contains no suggestion');
	return more.some(({kind}) => kind !== first.kind)
		? silent('nothing of it was applied')
		: closeUndone(first, verified);
}

/** The reply once its commit was reverted. */
export const revertedIn = (commit: string): ThreadClosing => closing('reverted', `Reverted in ${commit}.`, commit);

function closeDone(done: readonly Done[], verified: Verified | null): ThreadClosing {
	const edited = done.filter(({kind}) => kind === 'edited');
	if (edited.length > 0) {
		const {names, last} = commitsNamed(edited);
		return closing('edited', `Changed in ${names}, not as suggested.`, last, true);
	}
	const fixed = done.filter((fate): fate is Committed => fate.kind === 'fixed');
	if (fixed.length === 0) return closeAlready(done);
	const {names, last} = commitsNamed(fixed);
	const [only] = fixed.length === 1 && done.length === 1 ? fixed : [];
	const moved = only?.moved
		? ` (now ${only.moved.end > only.moved.start ? 'lines' : 'line'} ${rangeOf(only.moved)})`
		: '';
	const models = new Set(fixed.map(({model}) => model));
	const [model] = models.size === 1 ? models : [];
	const maker = model ? ` as an edit by ${quotableName(model) ?? 'a model'}` : '';
	const passes = verified?.passes ? ` ${commandNameOf(verified) ?? 'The test command'} passes.` : '';
	return closing('fixed', `Applied in ${names}${moved}${maker}.${passes}`, last, true);
}

const commandNameOf = (verified: Verified | null) => (verified?.command ? quotableCommand(verified.command) : null);

function closeAlready(done: readonly Done[]): ThreadClosing {
	const {names, last} = commitsNamed(done);
	if (names !== '') return closing('already-fixed', `Already done in ${names}.`, last, true);
	const isOlder = done.some(({commit}) => commit === 'before');
	return closing('already-fixed', `Already done${isOlder ? ' before this pull request' : ''}.`, null, true);
}

/** At most so many places are listed. */
const mostPlaces = 5;

function closePart(done: readonly Done[], others: readonly Exclude<ChangeFate, Done>[]): ThreadClosing {
	const {names, last} = commitsNamed(done);
	const places = others.slice(0, mostPlaces).map(fate => `${quotablePlace(fate.place)}, ${whyNot(fate)}`);
	const more = others.length > mostPlaces ? [`and ${others.length - mostPlaces} more`] : [];
	const verb = done.some(({kind}) => kind === 'edited') ? 'changed' : 'applied';
	const head = names === '' ? 'Partly done' : `Partly ${verb} in ${names}`;
	const part = `${head} (${done.length} of ${done.length + others.length})`;
	return closing('partly', `${part}. Not applied: ${[...places, ...more].join('; ')}.`, last);
}

function whyNot(fate: Exclude<ChangeFate, Done>): string {
	if (fate.kind === 'open') return fate.why;
	return {breaks: 'breaks the test command', declined: 'declined', superseded: 'another suggestion was applied'}[
		fate.kind
	];
}

function closeUndone(fate: Exclude<ChangeFate, Done | {kind: 'open'}>, verified: Verified | null): ThreadClosing {
	switch (fate.kind) {
		case 'breaks': {
			const why = `${commandNameOf(verified) ?? 'the test command'} fails with this change and passes without it`;
			return closing('breaks', `Not applied: ${why}.`, null);
		}
		case 'superseded': {
			const other = fate.isEdited ? 'another change of' : 'another suggestion for';
			const text = `Not applied: ${other} these lines is in ${fate.commit}.`;
			return closing('superseded', text, fate.commit);
		}
		case 'declined': {
			const reason = fate.reason === null ? null : quotableReason(fate.reason);
			return reason === null
				? closing('declined', 'Not applied.', null)
				: closing('declined', `Not applied: ${reason}.`, null, 'with-reason');
		}
	}
}

/** The commits that fates name, each once; the last one goes into the marker. */
function commitsNamed(done: readonly Done[]): {names: string; last: string | null} {
	const commits = [...new Set(done.flatMap(({commit}) => (commit === null || commit === 'before' ? [] : commit)))];
	return {names: commits.join(' and '), last: commits.at(-1) ?? null};
}

function closing(
	state: ClosingState,
	text: string,
	commit: string | null,
	isClosed: ThreadClosing['isClosed'] = false,
): ThreadClosing {
	return {state, text, commit, isClosed, reason: ''};
}

const silent = (reason: string): ThreadClosing => ({state: 'none', text: null, commit: null, isClosed: false, reason});
