import process from 'node:process';
import type {ExitCode} from '../exit-code.ts';
import {showInbox} from '../headless/inbox-run.ts';
import type {Context} from '../run/context.ts';
import type {InboxRequest} from '../run/inbox/events.ts';
import {logins, words} from '../settings/kind.ts';
import type {ShownInbox} from '../tui/inbox/inbox-app.ts';
import {appFlags, canShowApp, isCi, readerOf, screenFor, withHeldLog} from './app.ts';
import type {CommandSpec, Flags, FlagValues, Invocation, Io, Run} from './command.ts';
import {hostExits} from './exit-codes.ts';
import {pastMoment, readFlag} from './flag-value.ts';
import {jsonFlag} from './flags.ts';
import {openReview} from './open-review.ts';
import {listFlags} from './pull-request.ts';
import {analysisRules} from './review-request.ts';
import {terminalOf} from './terminal.ts';

const mineFlags = {
	org: {group: 'fleet', isRepeated: true, placeholder: '<login>', help: 'limit to this organization'},
	repo: {
		group: 'fleet',
		isRepeated: true,
		short: 'R',
		placeholder: '<name>',
		help: 'limit to this repository, owner/name',
	},
	...listFlags,
} as const satisfies Flags;

export const spec = {
	positionals: [],
	isElsewhere: true,
	about:
		'It lists the open pull requests that you wrote, review or are assigned to, and shows what analyze would find in each. Nothing is checked out and no model is used. In a terminal, Enter opens the review of one.',
	everyday: ['org', 'repo', 'prAuthor', 'updatedSince', 'author', 'severity', 'path', 'json', 'set'],
	flags: {...mineFlags, ...appFlags, ...jsonFlag},
	exits: {
		0: 'done: everything was read, also if there are no pull requests',
		...hostExits,
		1: 'failed: a pull request, or a part of the list, could not be read',
	},
	examples: [
		{line: 'pr-resolve inbox', help: 'show your open pull requests'},
		{
			line: 'pr-resolve inbox --org acme --updated-since 7d',
			help: 'show those in an organization, updated in the last week',
		},
		{line: 'pr-resolve inbox --repo acme/api --author "[bot]"', help: 'show only what bots found in a repository'},
		{line: 'pr-resolve inbox --json', help: 'print them as JSON'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {flags, settingsWith, because: why = null} = invocation;
	const request: InboxRequest = {
		filter: filterOf(flags, io.now()),
		rulesAt: async project => analysisRules(await settingsWith(project)),
	};
	if (canShowApp(invocation, io) && !isCi(io.env) && !flags.json) return showInboxApp(request, invocation, io);
	return showInbox({...request, json: flags.json, why}, terminalOf(invocation, io), io);
};

/** Shows the inbox in the terminal until the user quits. @throws {Failure} */
function showInboxApp(
	request: InboxRequest,
	invocation: Invocation<typeof spec.flags>,
	io: Io & Context,
): Promise<ExitCode> {
	const {flags, settings, because = null} = invocation;
	const {inboxKeys: keys} = settings.values;
	return withHeldLog(io, async context => {
		const inbox: ShownInbox = {
			request,
			review: ({listed}, give, signal) =>
				openReview(listed, {...invocation, command: 'inbox'}, {...io, ...context, signal}, give),
			banner: io.banner ?? null,
			why: because,
		};
		const reader = readerOf(flags.screenReader, io.env);
		if (reader !== null) {
			const {inboxInLines} = await import('../tui/inbox/linear.ts');
			const {stdin, stdout} = io;
			return inboxInLines(inbox, {stdin, stdout, keys, reason: reader, platform: process.platform}, context);
		}
		const [{startApp}, {inboxApp}] = await Promise.all([
			import('../tui/start.tsx'),
			import('../tui/inbox/inbox-app.ts'),
		]);
		const screen = screenFor(invocation, !flags.noFullscreen);
		return (await startApp(inboxApp(inbox, keys, context), screen, context)).exitCode;
	});
}

/** @param now in milliseconds since the epoch @throws {Failure} usage `bad-value` */
function filterOf(flags: FlagValues<typeof mineFlags>, now: number): InboxRequest['filter'] {
	return {
		orgs: readFlag('inbox', flags, 'org', logins, []),
		repos: readFlag('inbox', flags, 'repo', repositories, []),
		authors: readFlag('inbox', flags, 'prAuthor', authors, []),
		updatedSince: readFlag('inbox', flags, 'updatedSince', pastMoment(now), null),
	};
}

const repositories = words('<name>', 'repositories as owner/name', word => /^[\w.-]+\/[\w.-]+$/.test(word));

/** A search finds nothing by an app without its suffix. */
const authors = words('<login>', 'GitHub logins, such as dependabot[bot], or @me', word =>
	/^(?:@me|[\w-]+(?:\[bot\])?)$/.test(word),
);
