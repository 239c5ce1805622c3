import {expect, test} from 'vitest';
import {noClone} from '../../source/code-host/port.ts';
import {openConnection} from '../../source/github/connection.ts';
import {committing} from './publish/committing.ts';

const files = {
	'.pr-resolve.yaml': {content: 'strategy: skip\n'},
	binary: {content: Buffer.from([0, 1, 2])},
	link: {mode: '120000', content: 'binary'},
};

async function readFrom({server, clock}: Awaited<ReturnType<typeof committing>>) {
	const signal = new AbortController().signal;
	const world = {...clock, cwd: '/', env: server.env, fetch, signal, log: () => {}};
	const argument = {argument: '7', pr: null, owner: null, repo: 'octo/app'};
	const connection = openConnection(argument, noClone, world, () => {});
	const read = await connection.rootFiles({owner: 'octo', name: 'app', number: 7}, [...Object.keys(files), 'none']);
	return {files: read, sent: server.requests.map(({operation}) => operation)};
}

const asText = [
	{name: '.pr-resolve.yaml', text: 'strategy: skip\n'},
	{name: 'binary', text: null},
	{name: 'link', text: null},
];

test('files of the head of a pull request come with it, but no links and no binary files', async () => {
	expect(await readFrom(await committing(files))).toEqual({files: asText, sent: ['HeadFiles']});
});

test('they are those of the head, if GitHub lists another commit as the last one', async () => {
	const opened = await committing(files);
	opened.data.commits = ['b'.repeat(40)];
	expect(await readFrom(opened)).toEqual({files: asText, sent: ['HeadFiles', 'RootFiles']});
});
