import type {AgentView} from '../../source/agents/view/rows.ts';
import type {PullRequest} from '../../source/review/comment.ts';
import {readPullRequest} from '../../source/review/read.ts';
import {noAnswers} from '../../source/run/decisions/answers.ts';
import {initialState} from '../../source/run/state.ts';

/** What an agent looks at of a pull request whose files are not there. */
export function readView(pullRequest: PullRequest): AgentView {
	const {findings, warnings, reviewers, notInApi} = readPullRequest(pullRequest);
	const plan = {rulings: [], conflicts: []};
	return {
		state: {...initialState, pullRequest, findings, warnings, reviewers, notInApi, plan},
		analysis: {
			snapshot: {
				files: new Map(),
				today: 'today',
				pathOf: path => path,
				leftOut: new Set(),
				versionsOf: () => ({at: () => null, head: null}),
			},
			answers: noAnswers,
			decisions: [],
		},
	};
}
