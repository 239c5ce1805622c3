import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {acme} from '../organization/acme.ts';
import {commentEvent} from './acting.ts';

const merged = [{repository: 'web', number: 9, state: 'MERGED'}] as const;

test('stats writes the tables to the summary, and the files whose paths are outputs; nothing to GitHub', async () => {
	const {step, host} = await acme({pulls: merged});
	const {code, outputs, summary, stdout} = await step({command: 'stats', scope: 'acme'});
	const {outcome, applied, left, page = '', report = ''} = outputs;
	expect([code, outcome, applied, left]).toEqual([0, 'clean', '', '']);
	expect(summary).toContain('**coderabbit\\: findings with a suggestion**');
	expect(readFileSync(page, 'utf8')).toContain('![What became of findings](stats.svg)');
	expect(readFileSync(join(dirname(page), 'stats.svg'), 'utf8')).toContain('</svg>');
	expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({schema: 'pr-resolve/stats@1', pullRequests: 1});
	expect(stdout).toMatch(/coderabbit +1 +1 /);
	expect(host.writes).toEqual([]);
});

test('people are never listed by a workflow, however the flag is spelled', async () => {
	const {step, host} = await acme({pulls: merged});
	const {code, annotations} = await step({command: 'stats', scope: 'acme', args: '--people'});
	expect(code).toBe(2);
	expect(annotations('error')[0]?.message).toContain('--people lists people by name');
	expect(host.requests).toEqual([]);
});

test('an event about one pull request starts nothing, and inputs without an effect are refused', async () => {
	const {step} = await acme({pulls: merged});
	const event = commentEvent({});
	const started = await step({command: 'stats', scope: 'acme'}, {event});
	expect(started.annotations('error')[0]?.message).toContain('but command: stats acts on many');
	const idle = await step({command: 'stats', scope: 'acme', severity: 'major'});
	expect(idle.annotations('error')[0]?.message).toContain('The input severity has no effect with command: stats');
	const empty = await step({command: 'stats'});
	expect(empty.annotations('error')[0]?.message).toContain('The input scope is empty');
});

test('what was not read is an annotation, and the rest is counted', async () => {
	const {step} = await acme({pulls: merged, repositories: [{nameWithOwner: 'acme/secret', refusal: 'FORBIDDEN'}]});
	const {code, outputs, summary, annotations} = await step({command: 'stats', scope: 'acme/web\nacme/secret'});
	expect([code, outputs.outcome]).toEqual([1, 'failed']);
	expect(annotations('error')[0]?.message).toContain('acme/secret');
	expect(summary).toContain('coderabbit');
});
