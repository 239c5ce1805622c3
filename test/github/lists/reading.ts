import type {ListedPullRequest, ReadPullRequest} from '../../../source/code-host/lists.ts';
import {Failure} from '../../../source/failure.ts';
import {bot, pullRequest} from '../../emulators/github/data.ts';
import type {GitHub} from '../../emulators/github/server.ts';
import {collect, listsOf, scope} from './lists-of.ts';

/** So many pull requests, each with threads, a review, a comment and a file. */
export const pulls = (count: number) =>
	Array.from({length: count}, (_, index) =>
		pullRequest({number: index + 1, headRefName: `fix-${index}`, checks: 'SUCCESS'})
			.thread({path: 'a.ts', author: bot('coderabbitai')}, thread => thread.reply({body: 'answer'}))
			.thread({path: 'b.ts'}, thread => thread.outdate().resolve())
			.review({body: 'a review'})
			.comment({body: 'a comment'})
			.file('a.ts'),
	);

type Read = {listed: ListedPullRequest; read: ReadPullRequest | Failure};

/** Lists the pull requests of octo/app and reads them; what is on the server then are the requests of the reading. */
export async function readAllOf(server: GitHub, files: readonly string[] | null = []) {
	const lists = await listsOf(server);
	const {onPage, pages} = collect();
	await lists.ofScope(scope('octo/app'), null, onPage);
	server.requests.length = 0;
	const reads: Read[] = [];
	const reading = lists.readEach(pages.flat(), files, (listed, read) => void reads.push({listed, read}));
	return {reads, reading, listed: pages.flat()};
}

export const operations = ({requests}: GitHub) => requests.map(({operation}) => operation);

/** What became of each: its number, and the code of its failure. */
export const endsOf = (reads: readonly Read[]) =>
	reads.map(({listed, read}) => `${listed.number}${read instanceof Failure ? ` ${read.code}` : ''}`);

export const numbers = (count: number) => Array.from({length: count}, (_, index) => `${index + 1}`);

export const wholeOf = (reads: readonly Read[]) => reads.flatMap(({read}) => (read instanceof Failure ? [] : [read]));
