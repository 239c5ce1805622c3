import type {AgentView} from '../../source/agents/view/rows.ts';
import {analyze} from '../../source/run/analyze.ts';
import {planOf} from '../../source/run/plan/plan-of.ts';
import {makeDriver} from '../../source/run/state.ts';
import {openGit} from '../../source/worktree/git.ts';
import {openRepository} from '../../source/worktree/repository.ts';
import {contextIn} from '../tui/desk.ts';
import {requestFor} from './analyze-request.ts';
import {policy} from './proposal.ts';
import type {WorkTree} from './work-tree.ts';

/** What an agent looks at of a recording, without a model. */
export async function viewOf(tree: WorkTree, recording: string): Promise<AgentView> {
	const context = contextIn(tree);
	const driver = makeDriver(() => {});
	const repository = await openRepository(openGit(context));
	const request = {...requestFor(recording), isShown: true};
	const analysis = await driver.follow(analyze(request, repository, context));
	const {plan, syntax} = await planOf(analysis, policy(), context.signal);
	driver.tell({type: 'plan', plan, syntax});
	return {state: driver.state(), analysis};
}
