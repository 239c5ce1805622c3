import {afterHooks} from '../../../review/closing/close-thread.ts';
import {commitsIn, parseReply} from '../../../review/closing/marker.ts';
import {formatSummaryComment, parseSummaryComment} from '../../../review/closing/summary-comment.ts';
import type {Run} from '../../../worktree/run-record.ts';
import {closingDetails} from '../request.ts';
import type {HostStep} from './host-steps.ts';

/**
 * The text of a step that was planned before its commit, once hooks may have changed what that holds.
 * @param noCommit stands for the commit in it
 */
export function bodyAfterHooks(step: HostStep, body: string, run: Run, noCommit: string): string {
	const hooked = run.edits.flatMap(({reformatted}) => reformatted ?? []);
	if (hooked.length === 0) return body;
	const passes = closingDetails(run)?.isVerified === true;
	const altered = new Set(hooked.flatMap(one => one.findings));
	const about = (ids: readonly string[]) => ({isReformatted: ids.some(id => altered.has(id)), passes});
	if (step.kind === 'comment') {
		const summary = parseSummaryComment(body);
		if (!summary) return body;
		const rows = summary.rows.map(row => {
			const {state, text} = commitsIn(row.text).includes(noCommit) ? afterHooks(row, about([row.finding])) : row;
			return state === 'none' ? row : {...row, state, text};
		});
		return formatSummaryComment({...summary, rows});
	}
	const marker = parseReply(body);
	if (!marker || step.kind === 'request') return body;
	const [said = ''] = body.split('\n', 1);
	const {state, text} = afterHooks({state: marker.state, text: said}, about(step.result.findings));
	return `${text}${body.slice(said.length)}`.replace(`"state":"${marker.state}"`, `"state":"${state}"`);
}
