import {Failure} from '../../failure.ts';
import type {Finding} from '../../review/finding.ts';
import {type EarlierWord, lastWords, type Remembered, rememberedOf} from '../../review/remembered.ts';
import {whyForPeople} from '../../review/weighty.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Analysis} from '../analyze.ts';
import type {Context} from '../context.ts';
import {openKept} from '../records/kept-file.ts';
import {decisionsForm} from '../session/kept-work.ts';
import {addWords, wordsForm} from './kept-words.ts';
import {type Mark, openMarks} from './marks.ts';

/** What is to be said of a finding; `open` takes a mark back. */
export type MarkRequest = Pick<Mark, 'reason' | 'by'> & {as: Mark['as'] | 'open'};

/** What was kept. @property because why an agent's decline is only a proposal to a person; null if it is not */
export type Marked = {as: MarkRequest['as']; because: string | null};

type Ground = Pick<Analysis<Repository>, 'pullRequest' | 'answers' | 'repository'>;

/**
 * Keeps what a person or an agent says of a finding, for later runs in this folder.
 * @throws {Failure} `decisions-unwritable`, `newer-record`, `locked`; for an agent also `needs-reason`, `decided-by-person`
 */
export async function markFinding(
	finding: Finding,
	request: MarkRequest,
	ground: Ground,
	context: Context,
): Promise<Marked> {
	const marks = openMarks(ground.repository.records, ground.pullRequest, context);
	return marks.alone(() => markIn(marks, finding, request, ground, context), context);
}

async function markIn(
	marks: ReturnType<typeof openMarks>,
	finding: Finding,
	{as, reason, by}: MarkRequest,
	ground: Ground,
	context: Context,
): Promise<Marked> {
	const known = (await marks.take())?.marks ?? [];
	if (by === 'agent') {
		if (as === 'declined' && !isReason(reason)) throw needsReason();
		const isMarked = known.some(mark => mark.finding === finding.id && mark.by === 'person');
		if (isMarked || (await isDecidedByPerson(finding, ground, context))) throw decidedByPerson();
	} else await tellPersonsWord(finding, {as, reason}, ground, context);
	const because = by === 'agent' && as === 'declined' ? whyForPeople(finding) : null;
	const kept = because === null ? as : 'deferred';
	const others = known.filter(mark => mark.finding !== finding.id);
	const isWord = by === 'person' && kept === 'declined';
	const at = context.now();
	const all =
		kept === 'open' || isWord
			? others
			: [...others, {finding: finding.id, as: kept, reason, by, bodyHash: finding.bodyHash, at}];
	await (all.length === 0 ? marks.drop() : marks.keep({marks: all}));
	return {as: kept, because};
}

/** A person's decline is a word like one of the app; anything else ends it. */
async function tellPersonsWord(
	finding: Finding,
	{as, reason}: Pick<MarkRequest, 'as' | 'reason'>,
	{pullRequest, repository, answers: {words}}: Ground,
	context: Context,
): Promise<void> {
	const kept = openKept(wordsForm, repository.records, pullRequest, context);
	const known = lastWords([...words.forGood, ...words.onHost, ...words.here, ...((await kept.take())?.words ?? [])]);
	const isHeld = wordsOn(finding, known).some(({kind}) => kind !== 'taken');
	if (as !== 'declined' && !isHeld) return;
	const at = Math.max(context.now(), ...words.onHost.map(word => word.at + 1));
	const said = {ids: [finding.id], by: null, at};
	const word: EarlierWord =
		as === 'declined'
			? {...said, kind: 'declined', reason, isTold: reason === null ? undefined : true}
			: {...said, kind: 'taken', reason: null};
	await addWords(kept, [word], context);
}

/** In an earlier run, anywhere, or in the app without having been written yet. */
async function isDecidedByPerson(
	finding: Finding,
	{pullRequest, repository, answers: {words}}: Ground,
	context: Context,
): Promise<boolean> {
	if (wordsOn(finding, lastWords([...words.onHost, ...words.here])).length > 0) return true;
	const stored = await openKept(decisionsForm, repository.records, pullRequest, context).read();
	const ids = new Set([finding, ...finding.changes].map(({id}) => id));
	return stored?.decisions.some(({change, finding: whole}) => ids.has(change ?? whole ?? '')) ?? false;
}

const wordsOn = (finding: Finding, words: ReadonlyMap<string, Remembered>): Remembered[] =>
	[null, ...finding.changes].flatMap(change => rememberedOf(finding, change, words) ?? []);

/** Three words are the least that say why. */
const isReason = (reason: string | null) => (reason?.match(/[\p{L}\p{N}]+/gu) ?? []).length >= 3;

const needsReason = () =>
	new Failure(
		'usage',
		'needs-reason',
		'A decline needs a reason of at least three words.',
		'Pass why it is not done: the reviewer reads it if the person sends it.',
	);

const decidedByPerson = () =>
	new Failure(
		'usage',
		'decided-by-person',
		'A person has decided this finding, and an agent changes no decision of a person.',
		'Leave it, or ask the person.',
	);
