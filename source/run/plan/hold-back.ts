import type {Plan, Ruling} from '../../resolve/decide.ts';
import {editsOf} from '../../resolve/file-edits.ts';
import {byPlace, isPlaced, type PlacedProposal} from '../../resolve/proposal.ts';
import {checkStructured} from '../../resolve/structured/check.ts';
import type {Reader} from '../../resolve/structured/tree.ts';
import {formatText, type LineEdit, spliceText, type Text} from '../../resolve/text.ts';
import {inParallel} from '../../system/in-parallel.ts';
import {bisect} from '../../worktree/syntax/bisect.ts';
import type {EditedFile, SyntaxChecker, SyntaxVerdict} from '../../worktree/syntax/checker.ts';
import {fileOf, type Snapshot} from '../files/snapshot.ts';
import type {Warning} from '../warning.ts';
import type {Structured} from './propose.ts';

export type CheckedPlan = {plan: Plan; syntax: Map<string, SyntaxVerdict>; warnings: Warning[]};

/** How many files are checked at a time: enough to keep the parsers busy. */
const checkedAtATime = 4;

/**
 * Makes each file as the plan would leave it and parses it; holds back the changes that do not fit together with the
 * others, those that bring errors which were not there before, and those of which the parser did not come to the end.
 * What was not taken literally must parse in a language that can be checked.
 */
export async function holdBack(
	analysis: Structured & {snapshot: Snapshot},
	plan: Plan,
	checker: SyntaxChecker,
): Promise<CheckedPlan> {
	const applied = plan.rulings.filter(isApplied).sort((a, b) => byPlace(a.proposal, b.proposal));
	const byFile = [...Map.groupBy(applied, ({proposal}) => proposal.path)];
	checker.prepare(byFile.map(([path]) => path));
	const files = await inParallel(byFile, checkedAtATime, ([path, rulings]) =>
		checkRulings(path, rulings, analysis, checker),
	);
	const held = new Map(files.flatMap(file => file.held));
	const unfinished = files.filter(({isUnfinished}) => isUnfinished).map(({path}) => path);
	return {
		plan: {...plan, rulings: plan.rulings.map(ruling => explain(ruling, held.get(ruling) ?? null))},
		syntax: new Map(files.map(({path, verdict}) => [path, verdict])),
		warnings: warningsOf(unfinished, checker.trouble()),
	};
}

/** What becomes of the changes of one file; `held` says why some are held back. */
async function checkRulings(
	path: string,
	rulings: readonly AppliedRuling[],
	{snapshot, readers, structures}: Structured & {snapshot: Snapshot},
	checker: SyntaxChecker,
) {
	const {bytes, text} = fileOf(snapshot, path);
	let verdict = 'errors-added' as SyntaxVerdict;
	const faultOf = async (subset: readonly AppliedRuling[]): Promise<HoldBackFault | null> => {
		const edits = editsOf(
			subset.map(({proposal}) => proposal),
			structures.get(path),
		);
		if (!edits) return 'unfit';
		const after = Buffer.from(formatText(spliceText(text, edits)));
		const file = {path, before: bytes, after, added: addedBy(edits, text)};
		const found = await checkFile(file, readers.get(path), checker);
		if (found === 'errors-added' || found === 'unfinished') return found;
		// The last sound subset that `bisect` checks is the one it keeps.
		verdict = found;
		return null;
	};
	const {kept, heldBack} = await bisect(rulings, faultOf);
	const held = heldBack.map(({unit, fault}): [Ruling, string] => [unit, holdBackReasons[fault]]);
	for (const ruling of verdict === 'ok' ? [] : kept) {
		const {caution} = ruling.proposal.change;
		if (caution !== null) held.push([ruling, `${caution}; the result without them cannot be checked`]);
	}
	return {path, verdict, held, isUnfinished: heldBack.some(({fault}) => fault === 'unfinished')};
}

type HoldBackFault = 'errors-added' | 'unfinished' | 'unfit';

const holdBackReasons: Record<HoldBackFault, string> = {
	'errors-added': 'held back: it adds a syntax error',
	unfinished: 'held back: the syntax check did not finish, so it may add a syntax error',
	unfit: 'held back: it cannot be combined with the other changes to the file',
};

function warningsOf(unfinished: readonly string[], trouble: string | null): Warning[] {
	const warn = (text: string): Warning => ({kind: 'syntax-check', commentId: null, text});
	return [
		...unfinished.map(path => warn(`the syntax check of ${path} did not finish; changes to it are held back`)),
		...(trouble === null ? [] : [warn(`files were not checked for syntax errors: ${trouble}`)]),
	];
}

/** How many characters the edits add, each counted separately. */
const addedBy = (edits: readonly LineEdit[], {lines}: Text) =>
	sum(edits.map(edit => Math.max(0, lengthOf(edit.lines) - lengthOf(lines.slice(edit.from, edit.to)))));

/** With the line ends. */
const lengthOf = (lines: readonly string[]) => sum(lines.map(line => line.length + 1));

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

type AppliedRuling = Ruling & {proposal: PlacedProposal};

const isApplied = (ruling: Ruling): ruling is AppliedRuling => ruling.outcome === 'apply' && isPlaced(ruling.proposal);

async function checkFile(file: EditedFile, reader: Reader | undefined, checker: SyntaxChecker): Promise<SyntaxVerdict> {
	if (reader) {
		const check = checkStructured(reader, file.before.toString(), file.after.toString());
		return check.ok ? 'ok' : 'errors-added';
	}
	return checker.check(file);
}

function explain(ruling: Ruling, why: string | null): Ruling {
	if (why !== null) return {...ruling, outcome: 'needs-person', reason: why};
	const {caution} = ruling.proposal.change;
	if (ruling.outcome !== 'apply' || caution === null) return ruling;
	return {
		...ruling,
		reason: [ruling.reason, `${caution}: applied without them`].filter(part => part !== '').join('; '),
	};
}
