import {Failure} from '../../failure.ts';
import {decide, type Plan, type Ruling} from '../../resolve/decide.ts';
import {changeIdOf, type Decision, decidedId} from '../../resolve/decision.ts';
import {editsByFile} from '../../resolve/file-edits.ts';
import {limitPlan, limitToChanges} from '../../resolve/limit-plan.ts';
import type {Policy} from '../../resolve/policy.ts';
import type {PlacedProposal, Proposal} from '../../resolve/proposal.ts';
import {formatFileDiff, formatHunks} from '../../resolve/unified-diff.ts';
import {count} from '../../text/sentences.ts';
import type {Repository} from '../../worktree/repository.ts';
import {openSyntaxChecker, type SyntaxChecker} from '../../worktree/syntax/checker.ts';
import type {Analysis} from '../analyze.ts';
import {objectionsTo, warnOfObjections} from '../decisions/answers.ts';
import {fileOf, type Snapshot} from '../files/snapshot.ts';
import type {RunWarning} from '../warning.ts';
import {type CheckedPlan, holdBack} from './hold-back.ts';

/** The rulings on an analysis, before what is written is looked at. */
export function ruleOn(
	{proposals, structures, answers, recalled}: Analysis<Repository>,
	policy: Policy,
	decisions: readonly Decision[],
): Plan {
	const objections = policy.overObjections ? [] : objectionsTo(proposals, answers);
	const answered = new Map([...objections, ...(policy.answered ?? [])]);
	// The commit that reverted it was a person's word, and taking it up is a later one.
	const braked = [...(policy.held ?? [])].filter(([id]) => !recalled?.restored.has(id));
	const held = new Map([...(recalled?.held ?? []), ...braked]);
	return decide(proposals, {...policy, held, answered}, decisions, structures);
}

/**
 * The plan for an analysis, with the changes held back that would break a file.
 * @param checker closed afterwards: its time limits are per plan
 * @throws {Failure} as `refuseContradictions`
 */
export async function planOf(
	analysis: Analysis<Repository>,
	policy: Policy,
	signal: AbortSignal,
	checker: SyntaxChecker = openSyntaxChecker({signal}),
): Promise<CheckedPlan> {
	const {decisions, only, verified} = analysis;
	const whole = ruleOn(analysis, policy, decisions);
	const plan = verified ? limitToChanges(whole, verified, 'not in the verdict') : whole;
	refuseContradictoryDecisions(plan, decisions, policy);
	// Limited before the check, because a part of the changes may have errors that all of them together do not have.
	const limited = only ? limitPlan(plan, only) : plan;
	const checked = await holdBack(analysis, limited, checker).finally(checker.close);
	const isSpared = policy.mode === 'dry-run' && checked.plan.rulings.some(({outcome}) => outcome === 'apply');
	const warnings = [
		...checked.warnings,
		...(isSpared && policy.imposed ? [imposedDryRun(policy.imposed)] : []),
		...(policy.overObjections ? warnOfObjections(checked.plan, decisions, analysis.answers) : []),
	];
	return {...checked, warnings};
}

const imposedDryRun = (origin: string): RunWarning => ({
	kind: 'imposed-mode',
	commentId: null,
	text: `nothing is written because the mode is dry-run (${origin}); to write, pass --mode all`,
});

/** How much a run writes. One change may serve several findings, and a finding may need several changes. */
export type Work = {findings: number; changes: number; files: number};

export function workOf(rulings: readonly Ruling[]): Work {
	const made = rulings.flatMap(({outcome, proposal}) => (outcome === 'apply' ? [proposal] : []));
	return {
		findings: new Set(made.flatMap(({findings}) => findings)).size,
		changes: made.length,
		files: new Set(made.map(({path}) => path)).size,
	};
}

/** `20 changes in 9 files`, or `21 findings as 20 changes in 9 files` if the numbers differ. */
export function formatWork({findings, changes, files}: Work, preposition = 'in'): string {
	const what = findings === changes ? '' : `${count(findings, 'finding')} as `;
	return `${what}${count(changes, 'change')} ${preposition} ${count(files, 'file')}`;
}

/** The effect of the plan on the working tree, as a patch for `git apply`. @param context lines shown around each edit */
export function diffOf(
	{snapshot, structures}: Pick<Analysis, 'snapshot' | 'structures'>,
	plan: Plan,
	context?: number,
): string {
	return [...editsByFile(plan.rulings, structures)]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([path, edits]) => formatFileDiff(path, fileOf(snapshot, path).text, edits, context))
		.join('');
}

export function hunksOf({path, placement}: PlacedProposal, snapshot: Snapshot): string {
	return formatHunks(fileOf(snapshot, path).text, placement.edits);
}

/**
 * Refuses a decisions file that chooses conflicting changes. In the app the person sees the conflict instead.
 * @throws {Failure} usage `contradicting-decisions`, naming the changes
 */
export function refuseContradictoryDecisions(
	{rulings, conflicts}: Plan,
	decisions: readonly Decision[],
	{mode}: Pick<Policy, 'mode'>,
): void {
	// This mode leaves all conflicts open.
	if (mode === 'non-conflicts-only') return;
	const chosen = new Map(
		decisions.flatMap(decision =>
			decision.by === 'decisions' && decision.action !== 'decline'
				? [[changeIdOf(decision), decidedId(decision)] as const]
				: [],
		),
	);
	const open = new Set(rulings.flatMap(({outcome, proposal}) => (outcome === 'conflict' ? [proposal] : [])));
	for (const {proposals} of conflicts) {
		const both = proposals.filter(each => open.has(each) && changeIds(each).some(id => chosen.has(id)));
		if (both.length < 2) continue;
		throw new Failure(
			'usage',
			'contradicting-decisions',
			`The decisions file chooses changes that conflict: ${both.map(each => nameOf(each, chosen)).join(' and ')}.`,
			'Keep one of them in the file; remove or decline the others.',
		);
	}
}

const changeIds = ({change, aliases}: Proposal) => [change.id, ...aliases];

function nameOf(proposal: Proposal, chosen: ReadonlyMap<string | null, string>): string {
	const {path, placement, findings} = proposal;
	const author = findings[0]?.author?.login;
	const place = 'start' in placement ? `${path}:${placement.start}` : path;
	return `${changeIds(proposal).flatMap(id => chosen.get(id) ?? [])[0]} (${[author, place].filter(Boolean).join(', ')})`;
}
