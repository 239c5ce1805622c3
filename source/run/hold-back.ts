import type {Plan, Ruling} from '../resolve/decide.ts';
import {editsOf} from '../resolve/file-edits.ts';
import {byPlace, isPlaced, type PlacedProposal} from '../resolve/proposal.ts';
import {checkStructured} from '../resolve/structured/check.ts';
import type {Reader} from '../resolve/structured/tree.ts';
import {formatText, spliceText} from '../resolve/text.ts';
import {bisect} from '../worktree/syntax/bisect.ts';
import {
	type EditedFile,
	openSyntaxChecker,
	type SyntaxChecker,
	type SyntaxVerdict,
} from '../worktree/syntax/checker.ts';
import {fileOf, type Snapshot} from './snapshot.ts';
import type {Structured} from './structures.ts';

/** A plan whose results were parsed, and what came of it by file. */
export type CheckedPlan = {plan: Plan; syntax: Map<string, SyntaxVerdict>};

/**
 * Makes each file as the plan would leave it and parses it; holds back the changes that do not fit together with the
 * others, and those that bring errors which were not there before. What was not taken literally must parse in a language
 * that can be checked.
 */
export async function holdBack(
	{snapshot, readers, structures}: Structured & {snapshot: Snapshot},
	plan: Plan,
	signal: AbortSignal,
): Promise<CheckedPlan> {
	const checker = openSyntaxChecker({signal});
	const syntax = new Map<string, SyntaxVerdict>();
	const held = new Map<Ruling, string>();
	try {
		const applied = plan.rulings.filter(isApplied).sort((a, b) => byPlace(a.proposal, b.proposal));
		for (const [path, rulings] of Map.groupBy(applied, ({proposal}) => proposal.path)) {
			const {bytes, text} = fileOf(snapshot, path);
			const makeEdits = (subset: readonly AppliedRuling[]) =>
				editsOf(
					subset.map(({proposal}) => proposal),
					structures.get(path),
				);
			const parse = async (subset: readonly AppliedRuling[]): Promise<SyntaxVerdict> => {
				const edits = makeEdits(subset);
				if (!edits) return 'errors-added';
				const after = Buffer.from(formatText(spliceText(text, edits)));
				return checkFile({path, before: bytes, after}, readers.get(path), checker);
			};
			const {kept, heldBack} = await bisect(rulings, async subset => (await parse(subset)) !== 'errors-added');
			const verdict = await parse(kept);
			syntax.set(path, kept.length > 0 ? verdict : 'errors-added');
			for (const ruling of heldBack) held.set(ruling, makeEdits([...kept, ruling]) ? brokenSyntax : unfit);
			if (verdict === 'ok') continue;
			for (const ruling of kept) {
				const {caution} = ruling.proposal.change;
				if (caution !== null) held.set(ruling, `${caution}; whether it is right without them cannot be checked here`);
			}
		}
	} finally {
		checker.close();
	}
	return {plan: {...plan, rulings: plan.rulings.map(ruling => explain(ruling, held.get(ruling) ?? null))}, syntax};
}

const brokenSyntax = 'held back: it brings a syntax error that was not there before';
const unfit = 'held back: neither keys nor lines tell how to make it together with the other changes of the file';

type AppliedRuling = Ruling & {proposal: PlacedProposal};

const isApplied = (ruling: Ruling): ruling is AppliedRuling => ruling.outcome === 'apply' && isPlaced(ruling.proposal);

async function checkFile(file: EditedFile, reader: Reader | undefined, checker: SyntaxChecker): Promise<SyntaxVerdict> {
	if (reader) {
		const check = checkStructured(reader, file.before.toString(), file.after.toString());
		return check.ok ? 'ok' : 'errors-added';
	}
	const [verdict] = await checker.check([file]);
	return verdict ?? 'not-checked';
}

function explain(ruling: Ruling, why: string | null): Ruling {
	if (why !== null) return {...ruling, outcome: 'needs-person', reason: why};
	const {caution} = ruling.proposal.change;
	if (ruling.outcome !== 'apply' || caution === null) return ruling;
	return {...ruling, reason: [ruling.reason, `${caution}: made without them`].filter(part => part !== '').join('; ')};
}
