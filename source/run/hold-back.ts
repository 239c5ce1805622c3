import type {Plan, Ruling} from '../resolve/decide.ts';
import {editsByFile} from '../resolve/file-edits.ts';
import {checkStructured} from '../resolve/structured/check.ts';
import {formatOf} from '../resolve/structured/format.ts';
import {openReader} from '../resolve/structured/readers/open.ts';
import {formatText, spliceText} from '../resolve/text.ts';
import {bisect} from '../worktree/syntax/bisect.ts';
import {openSyntaxChecker, type SyntaxChecker, type SyntaxVerdict} from '../worktree/syntax/checker.ts';
import type {Analysis} from './analyze.ts';
import {fileOf} from './snapshot.ts';

/** A plan whose results were parsed, and what came of it by file. */
export type CheckedPlan = {plan: Plan; syntax: Map<string, SyntaxVerdict>};

/**
 * Parses each file as the plan would leave it and holds back the changes that bring errors which were not there before.
 * What was not taken literally must parse in a language that can be checked.
 */
export async function holdBack({snapshot}: Analysis, plan: Plan, signal: AbortSignal): Promise<CheckedPlan> {
	const checker = openSyntaxChecker({signal});
	const syntax = new Map<string, SyntaxVerdict>();
	const held = new Map<Ruling, string>();
	try {
		const applied = plan.rulings.filter(({outcome}) => outcome === 'apply');
		for (const [path, rulings] of Map.groupBy(applied, ({proposal}) => proposal.path)) {
			const {bytes, text} = fileOf(snapshot, path);
			const parse = async (subset: readonly Ruling[]): Promise<SyntaxVerdict> => {
				const after = Buffer.from(formatText(spliceText(text, editsByFile(subset).get(path) ?? [])));
				return checkFile(path, bytes, after, checker);
			};
			const {kept, heldBack} = await bisect(rulings, async subset => (await parse(subset)) !== 'errors-added');
			const verdict = await parse(kept);
			syntax.set(path, kept.length > 0 ? verdict : 'errors-added');
			for (const ruling of heldBack) held.set(ruling, 'held back: it brings a syntax error that was not there before');
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

async function checkFile(path: string, before: Buffer, after: Buffer, checker: SyntaxChecker): Promise<SyntaxVerdict> {
	const format = formatOf(path);
	if (format !== null) {
		const check = checkStructured(await openReader(format), before.toString(), after.toString());
		return check.ok ? 'ok' : 'errors-added';
	}
	const [verdict] = await checker.check([{path, before, after}]);
	return verdict ?? 'not-checked';
}

function explain(ruling: Ruling, why: string | null): Ruling {
	if (why !== null) return {...ruling, outcome: 'needs-person', reason: why};
	const {caution} = ruling.proposal.change;
	if (ruling.outcome !== 'apply' || caution === null) return ruling;
	return {...ruling, reason: [ruling.reason, `${caution}: made without them`].filter(part => part !== '').join('; ')};
}
