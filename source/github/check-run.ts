import type {Location} from '../code-host/location.ts';
import {at} from '../system/json.ts';
import type {Client} from './client.ts';

/** What is shown beside a commit and in its files (Checks API). */
export type CheckRun = {
	/** Object id of the commit. */
	head: string;
	conclusion: 'success' | 'neutral' | 'failure';
	title: string;
	/** In Markdown. */
	summary: string;
	annotations: readonly CheckAnnotation[];
};

export type CheckAnnotation = {
	path: string;
	/** 1-based. */
	start: number;
	end: number;
	title: string;
	message: string;
};

const name = 'pr-resolve';

/** GitHub accepts so many annotations in a request. */
const mostAnnotations = 50;
/** In characters, of a summary. */
const longestSummary = 65_535;

/**
 * Adds a check run to a commit. Only tokens of Apps and jobs with `checks: write` may; returns false if this one may not, or
 * if GitHub refuses it for another reason. @throws the signal's reason
 */
export async function addCheckRun(
	client: Client,
	{owner, name: repository}: Location,
	run: CheckRun,
): Promise<boolean> {
	const {head, conclusion, title, annotations} = run;
	const cut = run.summary.length > longestSummary ? `${run.summary.slice(0, longestSummary - 4)}\n...` : run.summary;
	const root = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}/check-runs`;
	const send = async (method: 'POST' | 'PATCH', path: string, from: number, more: object) => {
		const part = annotations.slice(from, from + mostAnnotations);
		const output = {title, summary: cut, annotations: part.map(inWordsOfGitHub)};
		const about = {subject: {repository: `${owner}/${repository}`}, needs: 'checks: write'};
		const answered = await client.tryRest({method, path, body: {...more, output}, ...about});
		return 'failure' in answered ? null : answered.data;
	};
	const made = await send('POST', root, 0, {name, head_sha: head, status: 'completed', conclusion});
	const id = at(made, 'id');
	if (typeof id !== 'number') return false;
	for (let from = mostAnnotations; from < annotations.length; from += mostAnnotations) {
		if ((await send('PATCH', `${root}/${id}`, from, {})) === null) return false;
	}
	return true;
}

const inWordsOfGitHub = ({path, start, end, title, message}: CheckAnnotation) => ({
	...{path, start_line: start, end_line: end, annotation_level: 'warning', title, message},
});
