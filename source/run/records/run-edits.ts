import type {Plan} from '../../resolve/decide.ts';
import {editsByFile} from '../../resolve/file-edits.ts';
import {isPlaced, type Proposal} from '../../resolve/proposal.ts';
import type {Answers, ThreadHeard} from '../../review/answers.ts';
import {type Finding, isPersonsEdit} from '../../review/finding.ts';
import type {RunEdit, Suggester} from '../../worktree/run-edit.ts';
import type {Analysis} from '../analyze.ts';

/** What a commit of a plan can be made from: each change by itself, or a file as a whole if its changes are merged by key. */
export function runEditsOf(plan: Plan, {structures, answers}: Pick<Analysis, 'structures' | 'answers'>): RunEdit[] {
	const applied = plan.rulings.flatMap(({outcome, proposal}) => (outcome === 'apply' ? [proposal] : []));
	const heardOf = heardBy(plan, answers);
	const byPath = Map.groupBy(applied.filter(isPlaced), ({path}) => path);
	return [...editsByFile(plan.rulings, structures)].flatMap(([path, edits]) => {
		const proposals = byPath.get(path) ?? [];
		const own = new Set(proposals.flatMap(({placement}) => placement.edits));
		if (!edits.every(edit => own.has(edit))) return [{...joined(path, proposals, heardOf), edits}];
		return proposals.map(proposal => {
			const {edits: mine} = proposal.placement;
			return {...joined(path, [proposal], heardOf), edits: edits.filter(edit => mine.includes(edit))};
		});
	});
}

/**
 * The threads in which an answer holds changes back: those of their findings, and of the other sides of a conflict that a rule
 * has settled.
 */
function heardBy(
	{conflicts}: Plan,
	answers: Pick<Answers, 'heard'>,
): (proposals: readonly Proposal[]) => ThreadHeard[] {
	const sides = new Map<Proposal, readonly Proposal[]>(
		conflicts
			.filter(({by}) => by === 'rule')
			.flatMap(({proposals}) => proposals.map(proposal => [proposal, proposals] as const)),
	);
	return proposals => findingsOf(proposals.flatMap(one => [one, ...(sides.get(one) ?? [])])).flatMap(answers.heard);
}

const findingsOf = (proposals: readonly Proposal[]): Finding[] => [
	...new Set(proposals.flatMap(({findings}) => findings)),
];

function joined(
	path: string,
	proposals: readonly Proposal[],
	heardOf: (proposals: readonly Proposal[]) => ThreadHeard[],
): Omit<RunEdit, 'edits'> {
	const findings = findingsOf(proposals);
	const heard = heardOf(proposals);
	return {
		path,
		changes: proposals.map(({change}) => change.id),
		findings: findings.map(({id}) => id),
		reviewer: findings[0]?.author?.login ?? null,
		suggesters: proposals.flatMap(suggestersOf),
		...(heard.length > 0 && {heard}),
		decided: proposals.flatMap(({change}) => (isPersonsEdit(change) ? [change.id] : [])),
	};
}

/** A recording can contain any text for a login, and a commit message is no place for it. */
const isLogin = /^[\w-]+$/;

/** Reviewers who wrote the code themselves. Without an id, which recordings may lack, GitHub knows no address for them. */
function suggestersOf({change, findings}: Proposal): Suggester[] {
	if (change.from !== 'suggestion' && change.from !== 'diff') return [];
	return findings.flatMap(({author}) =>
		author?.databaseId && isLogin.test(author.login)
			? [{login: author.login, databaseId: author.databaseId, isBot: author.isBot}]
			: [],
	);
}
