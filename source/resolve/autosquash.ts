/** A commit that `git rebase --autosquash` moves others to. */
type Squashable = {oid: string; subject: string};

/** What git drops before it compares subjects (sequencer.c). */
const prefixes = /^(?:(?:fixup|squash|amend)! +)+/;

/** What a service would act on, and characters that cannot be seen: a subject comes from the pull request. */
const acting = /[\p{C}\p{Zl}\p{Zp}@]|\[[^\]]*\b(?:skip|no)\b[^\]]*\]|\*\*\*NO_CI\*\*\*/iu;

/**
 * What stands behind `fixup! ` in the subject of a commit that corrects another one, and the commit that git then moves it
 * to: the same, unless that is a fixup itself. A subject that would lead elsewhere is replaced by the object id. Null if git
 * would leave the fixup where it is.
 * @param commits without merges, oldest first
 */
export function fixupOf<Commit extends Squashable>(
	target: Commit,
	commits: readonly Commit[],
): {name: string; seat: Commit} | null {
	const name = target.subject.replace(prefixes, '');
	const isFixup = name !== target.subject;
	const known = isFixup ? commits.slice(0, commits.indexOf(target)) : commits;
	const seats = known.filter(({subject}) => !prefixes.test(subject));
	const named =
		seats.find(({subject}) => subject === name) ??
		seats.find(({oid}) => /^[0-9a-f]{7,}$/.test(name) && oid.startsWith(name)) ??
		seats.find(({subject}) => subject.startsWith(name));
	const seat = isFixup ? named : target;
	if (!seat) return null;
	return {name: named === seat && name !== '' && !acting.test(name) ? name : seat.oid, seat};
}
