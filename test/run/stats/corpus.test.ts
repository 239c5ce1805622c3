import {beforeAll, describe, expect, test} from 'vitest';
import {parseText} from '../../../source/resolve/text.ts';
import {hasCode} from '../../../source/review/finding.ts';
import {readPullRequest} from '../../../source/review/read.ts';
import type {Snapshot} from '../../../source/run/files/snapshot.ts';
import {drawUpAll, propose} from '../../../source/run/plan/propose.ts';
import {proposalsById, type Stand, standOnHead} from '../../../source/run/stats/stand-on-head.ts';
import {type CorpusCase, hasCorpus, openBlobs, readCases} from '../../helpers/corpus.ts';
import {toThread} from '../../helpers/corpus-thread.ts';
import {pullRequest} from '../../helpers/pull-request.ts';

let read: (key: string) => string;

/** What a head with these files shows of the findings with code. */
function standsAt({commits, comments}: CorpusCase, head: Record<string, string>): Stand[] {
	const texts = Object.entries(head).map(
		([path, key]) => [path, {bytes: Buffer.alloc(0), text: parseText(read(key))}] as const,
	);
	const files: Snapshot['files'] = new Map(texts);
	const snapshot: Snapshot = {
		files,
		today: 'worktree',
		pathOf: path => (files.has(path) ? path : null),
		leftOut: new Set(),
		versionsOf: path => ({
			at(name) {
				const key = commits.find(commit => commit.name === name)?.files[path];
				return key === undefined ? null : parseText(read(key)).lines;
			},
			head: null,
		}),
	};
	const rules = {includeResolved: true, excludeOutdated: false, includeDone: true};
	const {findings} = readPullRequest(pullRequest({reviewThreads: comments.map(toThread)}), rules);
	const drawn = drawUpAll(findings, snapshot);
	const proposals = proposalsById(propose(drawn, snapshot));
	const pairs = findings.map((finding, index) => [finding, drawn[index]!] as const);
	return pairs.flatMap(([read, one]) => (hasCode(one) ? [standOnHead(read, one, proposals, snapshot)] : []));
}

describe.skipIf(!hasCorpus)('real suggestions', () => {
	beforeAll(async () => {
		read = await openBlobs();
	});

	const kindsOf = (stands: readonly Stand[]) => stands.map(({kind}) => kind);

	test('all that a maintainer committed are taken at that commit', () => {
		const cases = readCases('golden');
		const missed = cases.flatMap(given => {
			const head = {...given.commits.at(-1)!.files, ...given.expected.files};
			const stands = kindsOf(standsAt(given, head));
			return stands.length > 0 && stands.every(kind => kind === 'taken') ? [] : [[given.id, ...stands]];
		});
		expect(cases.length).toBeGreaterThan(100);
		expect(missed).toEqual([]);
	});

	test.each(['golden', 'gone', 'drift', 'moved'])('%s: none is taken before anybody has', kind => {
		const taken = readCases(kind).flatMap(given => {
			const stands = kindsOf(standsAt(given, given.commits.at(-1)!.files));
			return stands.some(stand => stand === 'taken' || stand === 'partly') ? [given.id] : [];
		});
		expect(taken).toEqual([]);
	});

	test('those that a head already holds are taken', () => {
		const others = readCases('applied').flatMap(given => {
			const stands = kindsOf(standsAt(given, given.commits.at(-1)!.files));
			return stands.every(stand => stand === 'taken') ? [] : [[given.id, ...stands]];
		});
		expect(others).toEqual([]);
	});
});
