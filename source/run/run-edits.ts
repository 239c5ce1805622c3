import type {Plan} from '../resolve/decide.ts';
import {editsByFile} from '../resolve/file-edits.ts';
import {isPlaced, type Proposal} from '../resolve/proposal.ts';
import type {Answers} from '../review/answers.ts';
import {isPersonsEdit} from '../review/finding.ts';
import type {RunEdit, Suggester} from '../worktree/run-edit.ts';
import type {Analysis} from './analyze.ts';

/** What a commit of a plan can be made from: each change by itself, or a file as a whole if its changes are merged by key. */
export function runEditsOf(plan: Plan, {structures, answers}: Pick<Analysis, 'structures' | 'answers'>): RunEdit[] {
	const applied = plan.rulings.flatMap(({outcome, proposal}) => (outcome === 'apply' ? [proposal] : []));
	const byPath = Map.groupBy(applied.filter(isPlaced), ({path}) => path);
	return [...editsByFile(plan.rulings, structures)].flatMap(([path, edits]) => {
		const proposals = byPath.get(path)!;
		const own = new Set(proposals.flatMap(({placement}) => placement.edits));
		if (!edits.every(edit => own.has(edit))) return [{...joined(path, proposals, answers), edits}];
		return proposals.map(proposal => {
			const {edits: mine} = proposal.placement;
			return {...joined(path, [proposal], answers), edits: edits.filter(edit => mine.includes(edit))};
		});
	});
}

function joined(path: string, proposals: readonly Proposal[], answers: Answers): Omit<RunEdit, 'edits'> {
	const findings = [...new Set(proposals.flatMap(proposal => proposal.findings))];
	const heard = findings.flatMap(answers.heard);
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
