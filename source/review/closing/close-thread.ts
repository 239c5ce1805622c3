import {type ChangeFate, type Declined, type Done, type Fate, isCommitted, isOnHead, type Verified} from './fate.ts';
import {quotableCommand, quotableName, quotablePlace, quotableReason, rangeOf} from './quotable.ts';
import {codesOf, type OpenReason, open, type StaysOpen} from './stays-open.ts';

/**
 * The reply in a thread. `changed`: by a commit of another, in other lines than suggested; `declined`: by a person, which holds for later runs anywhere; `not-applied`: by a coding agent, which
 * binds nobody; `reverted`, `gone`: an earlier reply is no longer true.
 */
export type ClosingState =
	| 'fixed'
	| 'edited'
	| 'reformatted'
	| 'already-fixed'
	| 'changed'
	| 'partly'
	| 'breaks'
	| 'declined'
	| 'not-applied'
	| 'superseded'
	| 'reverted'
	| 'gone'
	| 'none';

const statesOnHead: ReadonlySet<ClosingState> = new Set(['fixed', 'edited', 'reformatted', 'already-fixed', 'partly']);

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
	/** Why something is left to do in it; null if nothing is. */
	open: StaysOpen | null;
};

/** What is said in a thread, by the fates of all that it asks for. */
export function closeThread(fates: readonly Fate[], verified: Verified | null = null): ThreadClosing {
	const remark = fates.find(fate => fate.kind === 'remark');
	const changes = fates.filter(fate => fate.kind !== 'remark' && fate.kind !== 'more');
	// A remark is not answered.
	if (remark && !changes.some(isOnHead)) return silent(becauseOf(remark.why));
	const closing = closeChanges(changes, verified);
	const left = remark
		? becauseOf(remark.why)
		: fates.some(({kind}) => kind === 'more')
			? open.asksMore
			: forPeople(fates);
	return left ? {...closing, isClosed: false, open: closing.open ?? left} : closing;
}

/** What nobody else can settle is only told. */
function forPeople(fates: readonly Fate[]): StaysOpen | null {
	const why = fates.flatMap(fate => (fate.kind === 'changed' ? (fate.forPeople ?? []) : []))[0];
	return why === undefined ? null : {code: 'needs-review', reason: why};
}

const becauseOf = (why: OpenReason): StaysOpen => ({code: codesOf[why], reason: why});

function closeChanges(fates: readonly ChangeFate[], verified: Verified | null): ThreadClosing {
	const done = fates.filter(isOnHead);
	const others = fates.filter(fate => !isOnHead(fate));
	if (done.length > 0) return others.length === 0 ? closeDone(done, verified) : closePart(done, others);
	const left = others.find(fate => fate.kind === 'open');
	if (left) return silent(becauseOf(left.why));
	const [first, ...more] = others.filter(fate => fate.kind !== 'open');
	if (!first) return silent({code: 'no-suggestion', reason: 'it contains no suggestion'});
	if (more.some(({kind}) => kind !== first.kind))
		return silent({code: 'declined', reason: 'nothing of it was applied'});
	return first.kind === 'declined'
		? closeDeclined(others.filter(fate => fate.kind === 'declined'))
		: closeUndone(first, verified);
}

function closeDone(done: readonly Done[], verified: Verified | null): ThreadClosing {
	const edited = done.filter(({kind}) => kind === 'edited');
	if (edited.length > 0) {
		const {names, last} = commitsNamed(edited);
		return closing('edited', `Changed in ${names}, not as suggested.`, last);
	}
	const fixed = done.filter(isCommitted);
	const changed = done.filter(fate => fate.kind === 'changed');
	if (fixed.length === 0 && changed.length > 0) {
		const {names, last} = commitsNamed(changed);
		const how = changed.every(({isInWords}) => isInWords) ? '' : ', not as suggested';
		return closing('changed', `Changed in ${names}${how}.`, last);
	}
	if (fixed.length === 0) return closeAlready(done);
	const {names, last} = commitsNamed(fixed);
	const isReformatted = fixed.some(({kind}) => kind === 'reformatted');
	const [only] = fixed.length === 1 && done.length === 1 && !isReformatted ? fixed : [];
	const moved = only?.moved
		? ` (now ${only.moved.end > only.moved.start ? 'lines' : 'line'} ${rangeOf(only.moved)})`
		: '';
	const models = new Set(fixed.map(({model}) => model));
	const [model] = models.size === 1 ? models : [];
	const maker = model ? ` as an edit by ${quotableName(model) ?? 'a model'}` : '';
	const passes = verified?.passes ? ` ${commandNameOf(verified) ?? 'The test command'} passes.` : '';
	const state = isReformatted ? 'reformatted' : 'fixed';
	return closing(state, `Applied in ${names}${moved}${maker}${isReformatted ? byHook : ''}.${passes}`, last);
}

/** The only hook that may change the lines of a commit. */
export const byHook = ', reformatted by pre-commit';

const commandNameOf = (verified: Verified | null) => (verified?.command ? quotableCommand(verified.command) : null);

function closeAlready(done: readonly Done[]): ThreadClosing {
	const {names, last} = commitsNamed(done);
	if (names !== '') return closing('already-fixed', `Already done in ${names}.`, last);
	const isOlder = done.some(({commit}) => commit === 'before');
	return closing('already-fixed', `Already done${isOlder ? ' before this pull request' : ''}.`, null);
}

/** At most so many places are listed. */
const mostPlaces = 5;

export function listPlaces(places: readonly string[]): string {
	const more = places.length > mostPlaces ? [`and ${places.length - mostPlaces} more`] : [];
	return [...places.slice(0, mostPlaces), ...more].join('; ');
}

function closePart(done: readonly Done[], others: readonly Exclude<ChangeFate, Done>[]): ThreadClosing {
	const own = done.filter(isCommitted);
	const {names, last} = commitsNamed(own.length > 0 ? own : done);
	const places = others.map(fate => `${quotablePlace(fate.place)}, ${whyNot(fate)}`);
	const verb = own.length === 0 ? 'done' : own.some(({kind}) => kind === 'edited') ? 'changed' : 'applied';
	const head = `Partly ${verb}${names === '' ? '' : ` in ${names}`}`;
	const part = `${head} (${done.length} of ${done.length + others.length})`;
	return closing('partly', `${part}. Not applied: ${listPlaces(places)}.`, last, {
		code: 'partly',
		reason: `${others.length} of ${done.length + others.length} changes are not on the pull request`,
	});
}

function whyNot(fate: Exclude<ChangeFate, Done>): string {
	if (fate.kind === 'open') return fate.why;
	return {breaks: 'breaks the test command', declined: 'declined', superseded: 'another suggestion was applied'}[
		fate.kind
	];
}

/** What was declined says so to later runs if a person has declined any of it. */
function closeDeclined(fates: readonly Declined[]): ThreadClosing {
	const state = fates.every(({isAgents}) => isAgents) ? 'not-applied' : 'declined';
	const reasons = new Set(fates.map(fate => fate.reason));
	// One reason does not answer what was declined for another one.
	const [only = null] = reasons.size === 1 ? reasons : [];
	const reason = only === null ? null : quotableReason(only, state === 'not-applied');
	if (reason === null)
		return closing(state, withoutReason, null, {code: 'declined', reason: 'declined without a reason'});
	return {...closing(state, `Not applied: ${reason}.`, null), isClosed: 'with-reason'};
}

/** What a thread hears of what was declined without a reason. */
export const withoutReason = 'Not applied.';

function closeUndone(
	fate: Exclude<ChangeFate, Done | Declined | {kind: 'open'}>,
	verified: Verified | null,
): ThreadClosing {
	switch (fate.kind) {
		case 'breaks': {
			const fails = `${commandNameOf(verified) ?? 'the test command'} fails with this change`;
			const why = verified?.isExact ? `${fails} and passes without it` : fails;
			return closing('breaks', `Not applied: ${why}.`, null, {code: 'breaks', reason: 'it breaks the test command'});
		}
		case 'superseded': {
			const other = fate.isEdited ? 'another change of' : 'another suggestion for';
			const text = `Not applied: ${other} these lines is in ${fate.commit}.`;
			return closing('superseded', text, fate.commit, {code: 'superseded', reason: 'another suggestion was applied'});
		}
	}
}

/** The commits that fates name, each once; the last one goes into the marker. */
function commitsNamed(done: readonly Done[]): {names: string; last: string | null} {
	const commits = [...new Set(done.flatMap(({commit}) => (commit === null || commit === 'before' ? [] : commit)))];
	return {names: commits.join(' and '), last: commits.at(-1) ?? null};
}

/** @param left why it is not closed */
export const closing = (
	state: ClosingState,
	text: string,
	commit: string | null,
	left: StaysOpen | null = null,
): ThreadClosing => ({state, text, commit, isClosed: left === null, open: left});

const silent = (left: StaysOpen): ThreadClosing => ({
	state: 'none',
	text: null,
	commit: null,
	isClosed: false,
	open: left,
});
