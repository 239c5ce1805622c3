import {isSameAccount} from './marker.ts';
import type {CommentNow} from './summary-comment.ts';

// What a workflow shows below a command in a comment. Each kind has one comment on a pull request, which is edited in place.

export type StatusKind = 'dry-run' | 'refusal';

/** What a dry run has found: numbers and places, never the text of a comment. */
export type DryRunStatus = {
	/** `3 planned`, `1 in conflict` */
	counts: readonly string[];
	/** The place of each finding, in Markdown, with the name of its outcome. */
	rows: readonly {place: string; outcome: string}[];
	/** Whether a brake or a limit keeps the same command from applying it. */
	isStopped: boolean;
};

/** Why a command was refused. The comment itself is never repeated: it may be what a bot or GitHub acts on. */
export const refusals = {
	'unknown-command': 'This is not a command of pr-resolve.',
	'cannot-push': 'This command needs a workflow that pushes to this pull request.',
	'nobody-left': 'A login in this command is not that of a reviewer here, or the workflow skips their changes.',
	'nothing-to-undo': 'This pull request has no run that can be undone.',
} as const;

export type RefusalCode = keyof typeof refusals;

export const isRefusal = (code: string): code is RefusalCode => Object.hasOwn(refusals, code);

/** A first line that is accepted, and what it does. */
export type CommandHelp = {line: string; help: string};

/** GitHub accepts 65,536 characters; the rest has room beside the rows. */
const longestRows = 60_000;

const stopped = 'A brake or a limit stops the command without `dry-run`, so it would apply nothing.';

/** @param url of the workflow run; null if it is unknown */
export function formatDryRun({counts, rows, isStopped}: DryRunStatus, url: string | null): string {
	let room = longestRows;
	const lines = rows.map(({place, outcome}) => `- ${place}: ${outcome}`);
	const fitting = lines.filter(line => {
		room -= line.length + 1;
		return room >= 0;
	});
	const more = lines.length - fitting.length;
	const list = [...fitting, ...(more > 0 ? [`- ${more} more`] : [])].join('\n');
	const head = `Dry run: ${counts.join(', ') || 'no findings'}.`;
	return whole('dry-run', [head, list, isStopped ? stopped : '', 'Nothing was written.'], url);
}

/** @param url as for `formatDryRun` */
export function formatRefusal(code: RefusalCode, commands: readonly CommandHelp[], url: string | null): string {
	const list = commands.map(({line, help}) => `- \`${line}\`: ${help}`).join('\n');
	return whole(
		'refusal',
		[`${refusals[code]} Nothing was done.`, 'A comment begins with one of these lines:', list],
		url,
	);
}

function whole(kind: StatusKind, parts: readonly string[], url: string | null): string {
	const page = url === null ? 'summary of the job' : `[summary of the job](${url})`;
	return [...parts.filter(Boolean), `See the ${page}.`, markerOf(kind)].join('\n\n');
}

const markerOf = (kind: StatusKind) => `<!-- pr-resolve:${kind} v1 -->`;

const escaped = (text: string) => text.replace(/[.()[\]`]/g, '\\$&');
const page = 'See the (?:summary of the job|\\[summary of the job\\]\\(https?://[\\w.:/-]+\\))\\.';
const counts = '(?:no findings|\\d+ [a-z]+(?: [a-z]+)?(?:, \\d+ [a-z]+(?: [a-z]+)?)*)';
const row = '- (?:\\d+ more|[\\w.+\\\\-][\\w./+:() \\\\-]*: [a-z-]+)';

const shapes: Record<StatusKind, RegExp> = {
	'dry-run': new RegExp(
		`^Dry run: ${counts}\\.\\n\\n(?:${row}(?:\\n${row})*\\n\\n)?(?:${escaped(stopped)}\\n\\n)?Nothing was written\\.\\n\\n${page}\\n\\n${markerOf('dry-run')}$`,
	),
	refusal: new RegExp(
		`^(?:${Object.values(refusals).map(escaped).join('|')}) Nothing was done\\.\\n\\nA comment begins with one of these lines:\\n\\n(?:- \`/pr-resolve[a-z <>.-]*\`: [\\w ,'-]+\\n)+\\n${page}\\n\\n${markerOf('refusal')}$`,
	),
};

/** The kind of a comment that is one of ours as a whole; null if it contains anything else. */
export function statusKindOf(body: string): StatusKind | null {
	const text = body.replaceAll('\r\n', '\n').trimEnd();
	const [kind] = Object.entries(shapes).find(([, shape]) => shape.test(text)) ?? [null];
	return kind as StatusKind | null;
}

/** Our comments of a kind, oldest first. Anyone can write what looks like one. @param viewer login of the token's account */
export const ownStatusComments = (comments: readonly CommentNow[], kind: StatusKind, viewer: string): CommentNow[] =>
	comments.filter(({author, body}) => author !== null && isSameAccount(author, viewer) && statusKindOf(body) === kind);
