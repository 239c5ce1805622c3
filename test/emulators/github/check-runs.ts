import type {RestAnswer, RestRequest} from './rest-git.ts';
import type {CheckRunData, Viewer, World} from './world.ts';

const mostAnnotations = 50;

/** `POST /repos/{owner}/{repo}/check-runs` and `PATCH .../{id}`, which adds annotations (Checks API). */
export function answerCheckRun(world: World, viewer: Viewer, {method, path, body}: RestRequest): RestAnswer {
	if (!viewer.isApp || viewer.permissions.checks !== 'write') {
		return {status: 403, body: {message: 'Resource not accessible by integration'}};
	}
	const given = body as CheckRunData;
	if (given.output.annotations.length > mostAnnotations || given.output.summary.length > 65_535) {
		return {status: 422, body: {message: 'Invalid request.'}};
	}
	if (method === 'POST') return {status: 201, body: {id: world.checkRuns.push(given)}};
	const known = world.checkRuns[Number(path.split('/').at(-1)) - 1];
	if (!known) return {status: 404, body: {message: 'Not Found'}};
	known.output.annotations.push(...given.output.annotations);
	return {status: 200, body: {id: world.checkRuns.indexOf(known) + 1}};
}
