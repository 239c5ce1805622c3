import {advise, Failure} from '../failure.ts';
import {writeJson} from '../headless/json.ts';
import {explainEntries, memoryDocument, trialDocument} from '../headless/show-memory.ts';
import {type Terminal, writeDocument} from '../headless/terminal.ts';
import {memoryFile} from '../resolve/memory-file.ts';
import {readForAnalysis} from '../run/analyze.ts';
import type {Context} from '../run/context.ts';
import {follow} from '../run/generators.ts';
import {removeEntry} from '../run/memory/own-memory.ts';
import {type MemorySurvey, surveyMemory, tryMemory} from '../run/memory/survey.ts';
import {openWorktree} from '../run/worktree.ts';
import type {CommandSpec, Invocation, Run} from './command.ts';
import {hostExits} from './exit-codes.ts';
import {jsonFlag} from './flags.ts';
import {pullRequestFlags, sourceFlags} from './pull-request.ts';
import {noModel, reviewRequest} from './review-request.ts';
import {terminalOf} from './terminal.ts';
import {usage} from './tokens.ts';

const schema = 'pr-resolve/memory@1';

const actions = ['list', 'explain', 'test', 'remove'] as const;

export const spec = {
	positionals: [
		{name: 'action', help: `${actions.join(', ')} (default: list)`},
		{name: 'what', help: 'the id of an entry, to explain or remove; the pull request to test'},
	],
	about: `Your team's ${memoryFile} counts on the default branch only. Without a pull request, that is the branch as you fetched it last.`,
	everyday: ['from', 'json'],
	flags: {...pullRequestFlags, from: sourceFlags.from, ...jsonFlag},
	exits: {...hostExits, 0: 'done'},
	examples: [
		{line: 'pr-resolve memory', help: 'list what is declined for good'},
		{line: 'pr-resolve memory explain d1a2b3', help: 'explain an entry'},
		{line: 'pr-resolve memory test 12', help: 'show what it would decline in a pull request'},
		{line: 'pr-resolve memory remove d1a2b3', help: 'remove an entry from your working tree'},
	],
} as const satisfies CommandSpec;

type Given = Invocation<typeof spec.flags>;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const [word = null, what = null] = invocation.positionals;
	const action = word === null ? 'list' : actions.find(each => each === word);
	if (!action) throw usage('memory', 'bad-value', `There is no action "${word}".`, `Expected: ${actions.join(', ')}.`);
	const terminal = terminalOf(invocation, io);
	if (action === 'test') await testMemory(what, invocation, terminal, io);
	else if (action === 'remove') await remove(idIn(action, what), invocation, terminal, io);
	else {
		const survey = await surveyMemory(null, await openWorktree(io), io);
		const entries = action === 'explain' ? find(survey, idIn(action, what)) : survey.entries;
		if (invocation.flags.json) writeJson(documentOf({...survey, entries}), terminal.stdout);
		else writeDocument(action === 'explain' ? explainEntries(entries) : memoryDocument(survey), terminal);
	}
	return 0;
};

function idIn(action: string, what: string | null): string {
	if (what !== null) return what;
	throw usage('memory', 'missing-value', `${action} needs the id of an entry.`, 'List them with: pr-resolve memory');
}

/** Entries of the default branch and of the working tree can have the same id. */
function find({entries}: MemorySurvey, id: string) {
	const found = entries.filter(entry => entry.id.startsWith(id));
	if (new Set(found.map(entry => entry.id)).size === 1) return found;
	throw unknownEntry(id, '');
}

async function remove(id: string, {flags}: Given, terminal: Terminal, context: Context): Promise<void> {
	const removed = await removeEntry((await openWorktree(context)).root, id);
	if (removed === null) throw unknownEntry(id, ` in ${memoryFile} of this working tree`);
	if (flags.json) writeJson({schema, removed}, terminal.stdout);
	else terminal.stdout.write(`Removed from ${memoryFile}; to share it: git add ${memoryFile}\n`);
}

const unknownEntry = (id: string, where: string) =>
	new Failure(
		'usage',
		'unknown-entry',
		`There is no entry${where}, or more than one, with an id that starts with ${id}.`,
		advise`List them with: pr-resolve memory`,
	);

async function testMemory(
	pr: string | null,
	{flags, settings}: Given,
	terminal: Terminal,
	context: Context,
): Promise<void> {
	const all = {...flags, pr: flags.pr ?? pr, ...noModel, decisions: null};
	const {request} = reviewRequest('memory', {flags: all, settings});
	const repository = await openWorktree(context);
	const {ground} = await follow(readForAnalysis(request, repository, context));
	const survey = await surveyMemory(ground.pullRequest, repository, context);
	const trial = (isOf: 'onBranch' | 'here') =>
		tryMemory(
			survey.entries.filter(entry => entry[isOf]),
			ground,
			context,
		);
	const [onBranch, here] = [await trial('onBranch'), await trial('here')];
	if (flags.json) {
		writeJson({...documentOf(survey), wouldDecline: {onBranch, here}}, terminal.stdout);
		return;
	}
	const trials = [
		{name: 'The default branch', trial: onBranch},
		{name: 'This working tree', trial: here},
	];
	writeDocument(trialDocument(trials), terminal);
}

const documentOf = ({tip, problem, entries}: MemorySurvey) => ({
	schema,
	...{file: memoryFile, tip, problem},
	entries: entries.map(({entry, ...known}) => ({...known, ...entry})),
});
