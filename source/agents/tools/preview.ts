import * as z from 'zod/mini';
import type {Offered} from '../../delivery/offer/offered.ts';
import type {OfferedReply, OfferedWrites} from '../../delivery/steps/step.ts';
import {linesOf} from '../../run/filter/listed.ts';
import {nameOf} from '../../run/pull-request/name.ts';
import {escapeLines} from '../../text/escape-controls.ts';
import {count, sentences} from '../../text/sentences.ts';
import {nameAllowed, steps} from '../allow.ts';
import type {Desk, Reading} from '../desk.ts';
import {commandFor, lookOutward, type Outward, stepsWanted} from '../outward.ts';
import {oneLine} from '../view/one-line.ts';
import {shortIdOf} from '../view/short-ids.ts';
import {current, numberOf} from './pull-request.ts';
import {readOnly, tool} from './tool.ts';

export const previewTool = tool({
	name: 'preview',
	title: 'Preview what would leave the machine',
	description:
		'Shows what a person, or publish, would send: branch, head, commits, every reply word for word, threads to resolve, and a hash. Call it when list_findings has nothing left for you and your own commits are pushed.',
	input: z.strictObject({pull_request: numberOf('default: the one listed last')}),
	annotations: readOnly,
	async call({pull_request}, desk, signal) {
		const {read} = desk;
		const reading =
			pull_request === undefined ? await current(desk, signal) : await read(pull_request, {refresh: false}, signal);
		return describeOutward(await lookOutward(reading, desk, signal), reading, desk);
	},
});

function describeOutward({offer, hash}: Outward, reading: Reading, desk: Desk): string {
	const {pullRequest} = reading.planned.analysis;
	const wanted = stepsWanted(null, desk.allowed);
	const {commit, push, threads} = offer;
	const head = pullRequest.headRefOid === null ? '' : `, head ${pullRequest.headRefOid.slice(0, 10)}`;
	const branch = pullRequest.headRefName === null ? '' : ` from ${oneLine(pullRequest.headRefName)}`;
	return [
		`${oneLine(nameOf(pullRequest))}${branch}${head}`,
		stepLine('commit', commit, ({messages, changes, files}) =>
			[`${count(changes, 'change')} in ${count(files, 'file')}`, ...messages.map(text => indent(text, 2))].join('\n'),
		),
		stepLine('push', push, ({repository, branch: to}) => oneLine(`${repository} ${to}`)),
		stepLine('threads', threads, ({now, pushed}) => {
			const after = push && 'what' in push ? pushed : now;
			return describeWrites(after, reading);
		}),
		`hash: ${hash}`,
		`publish may: ${nameAllowed(desk.allowed)}.`,
		`A person sends all of it with: ${commandFor(steps, reading)}`,
		...(wanted.length > 0 ? ['Or call publish with this hash.'] : []),
	].join('\n');
}

function stepLine<What>(name: string, offered: Offered<What> | null, describe: (what: What) => string): string {
	if (offered === null) return `${name}: nothing`;
	if ('what' in offered) return `${name}: ${describe(offered.what)}`;
	return `${name}: not possible: ${oneLine(sentences(offered.reason, offered.remedy))}`;
}

function describeWrites({replies, summary, botThreads, peopleThreads}: OfferedWrites, {planned}: Reading): string {
	const {findings} = planned.analysis;
	const byId = new Map(findings.map(finding => [finding.id, finding]));
	const threads = botThreads + peopleThreads;
	const rowOf = ({findings: told, text}: OfferedReply) => {
		const [first] = told.flatMap(id => byId.get(id) ?? []);
		const names = told.map(id => shortIdOf(findings, id)).join(', ');
		const place = first?.path ? ` ${oneLine(`${first.path}:${linesOf(first.lines)}`)}` : '';
		return `  ${names}${place}: ${indent(text, 4).trimStart()}`;
	};
	const [fixed, other] = [true, false].map(wanted =>
		replies.filter(({isFixed = false}) => isFixed === wanted).map(rowOf),
	);
	const apart = fixed?.length ? [`  ${fixed.length} that the agent has marked as fixed:`, ...fixed] : [];
	const comment = summary === null ? [] : [`  comment on the pull request:\n${indent(summary, 4)}`];
	const much = `${count(replies.length, 'reply', 'replies')}, ${count(threads, 'thread')} to resolve (${botThreads} of bots)`;
	return [much, ...(other ?? []), ...apart, ...comment].join('\n');
}

const indent = (text: string, by: number) =>
	escapeLines(text)
		.trimEnd()
		.split('\n')
		.map(line => `${' '.repeat(by)}${line}`)
		.join('\n');
