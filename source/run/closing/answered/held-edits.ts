import type {Candidate, LeftOut} from '../../../worktree/commit/gather.ts';
import type {Run} from '../../../worktree/run-record.ts';
import type {Context} from '../../context.ts';
import {isHeldBy} from '../../decisions/answers.ts';
import {type AnswerSite, answersSince} from './answers-since.ts';

type Source = Candidate['source'];

/** An edit that the next commit would have, the run that made it, and why it must not. */
export type HeldEdit = Source & {reason: string};

export const sourcesOf = ({id, edits}: Run): Source[] => edits.map(edit => ({run: id, edit}));

/** Those that people have answered since they were planned. @throws {Failure} of the host */
export async function heldAmong(sources: readonly Source[], site: AnswerSite, context: Context): Promise<HeldEdit[]> {
	const byEdit = new Map(sources.map(source => [source.edit, source]));
	const answered = await answersSince([...byEdit.keys()], site, context);
	return answered.map(({edit, answer}) => ({...byEdit.get(edit)!, reason: isHeldBy(answer)}));
}

/** Keeps these edits out of a commit. */
export function withoutHeld(held: readonly HeldEdit[]): LeftOut {
	const reasons = new Map(held.flatMap(({reason, ...source}) => namesOf(source).map(name => [name, reason] as const)));
	return ({source}) => {
		const reason = namesOf(source).flatMap(name => reasons.get(name) ?? [])[0];
		return reason === undefined ? null : {reason, isAnswered: true};
	};
}

/** By each of its changes: a hook can join edits. */
const namesOf = ({run, edit: {path, changes}}: Source): string[] =>
	(changes.length > 0 ? changes : [null]).map(change => JSON.stringify([run, path, change]));
