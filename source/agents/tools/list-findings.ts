import * as z from 'zod/mini';
import {viewOf} from '../desk.ts';
import {listFindings} from '../view/list.ts';
import {numberOf} from './pull-request.ts';
import {readOnly, tool} from './tool.ts';

export const defaultTokens = 6_000;

/** How long an answer may be. */
export const maxTokens = z.optional(z.int().check(z.gte(500), z.lte(50_000)));

export const listTool = tool({
	name: 'list_findings',
	title: 'List review findings',
	description:
		'Start here. Reads all review comments of the pull request (bots and people, every page) and lists one row per finding: id, place today, severity, reviewer, request, outcome with its reason, answers. "planned" applies as written: call apply. The rest needs you: show_finding, edit, mark. Later calls are cheap.',
	input: z.strictObject({
		pull_request: numberOf('default: the one of the branch'),
		filter: z.optional(
			z
				.string()
				.check(z.describe('Words, is:open, is:planned, is:needs-model, by:login, sev:>=major, path:src/; - excludes')),
		),
		max_tokens: maxTokens,
		cursor: z.optional(z.string().check(z.describe('From the end of the list before'))),
		refresh: z.optional(z.boolean().check(z.describe('Read the comments again'))),
	}),
	annotations: readOnly,
	async call({pull_request, filter = '', max_tokens = defaultTokens, cursor = null, refresh = false}, desk, signal) {
		const reading = await desk.read(pull_request ?? null, {refresh}, signal);
		return listFindings(viewOf(reading), {filter, maxTokens: max_tokens, cursor});
	},
});
