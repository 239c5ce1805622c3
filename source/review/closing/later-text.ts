import type {Place} from '../finding.ts';
import {byHook, type ClosingState, closing, listPlaces, type ThreadClosing} from './close-thread.ts';
import {quotablePlace} from './quotable.ts';
import {open} from './stays-open.ts';

// What becomes of a reply once what it says is no longer true.

/**
 * The reply once its commit was reverted. What you wrote instead of a suggestion stays named, because only that was reverted:
 * the lines that the suggestion shows may be there again.
 */
export function revertedIn(commit: string, {state, text}: {state: ClosingState; text: string}): ThreadClosing {
	const edit = state === 'edited' ? `${claimOf(text)} ` : '';
	const because = {code: 'reverted', reason: 'its changes were reverted'} as const;
	return closing('reverted', `${edit}Reverted in ${commit}.`, commit, because);
}

/** The reply once a commit has reverted a part of what it is about, at these places. */
export function partlyRevertedIn(
	commit: string,
	said: {text: string; commit: string | null},
	places: readonly Place[],
): ThreadClosing {
	const text = `${claimOf(said.text)} Reverted in ${commit}: ${listPlaces(places.map(quotablePlace))}.`;
	return closing('partly', text, said.commit, {code: 'reverted', reason: 'a part of it was reverted'});
}

/** A reply without its marker, and without that a command passes: it ran on all of it. */
const claimOf = (text: string) =>
	text
		.split('\n', 1)
		.join('')
		.replace(/\. .+ passes\.$/, '.');

const goneTexts: Readonly<Partial<Record<ClosingState, string>>> = {
	fixed: 'Applied in',
	reformatted: 'Applied in',
	partly: 'Applied in',
	edited: 'Changed in',
	changed: 'Changed in',
	'already-fixed': 'Done in',
	superseded: 'Not applied: another suggestion for these lines was in',
};

/** The reply once commits that it names are no longer on the pull request, and nothing of it is; null if it claims none. */
export function goneWith(state: ClosingState, commits: readonly string[]): ThreadClosing | null {
	const [what, last] = [goneTexts[state], commits.at(-1)];
	if (what === undefined || last === undefined) return null;
	const text = `${what} ${commits.join(' and ')}, which ${commits.length > 1 ? 'are' : 'is'} no longer on this pull request.`;
	return closing('gone', text, last, open.gone);
}

/**
 * A reply that was planned before hooks were run on the commit that it names.
 * @param isReformatted whether they changed its lines. @param passes whether what is said to pass was run on that commit
 */
export function afterHooks(
	said: {state: ClosingState; text: string},
	{isReformatted, passes}: {isReformatted: boolean; passes: boolean},
): {state: ClosingState; text: string} {
	const text = passes ? said.text : claimOf(said.text);
	if (!isReformatted || said.state !== 'fixed') return {...said, text};
	return {state: 'reformatted', text: text.replace(appliedIn, `$1$2${byHook}.`)};
}

/** Of an applied change: commits, place and maker. */
const appliedIn =
	/^(Applied in [0-9a-f]+(?: and [0-9a-f]+)*)(?: \(now lines? [\d-]+\))?((?: as an edit by .+?)?)\.(?= |$)/;
