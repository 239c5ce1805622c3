import {expect, test} from 'vitest';
import {afterwards} from '../../helpers/app-terminal.ts';
import {fleetToApply} from './applying.ts';

const three = [1, 2, 3].map(number => ({repository: number === 3 ? 'acme/web' : 'acme/api', number}));

async function fleetInTerminal(args: readonly string[]) {
	const served = await fleetToApply(three);
	const env = {...served.env, LANG: 'C.UTF-8'};
	return {...served, terminal: served.outside.terminal(['fleet', ...args], {env, shell: afterwards})};
}

test('in a terminal it asks once, for all, and names what leaves the machine', async () => {
	const {terminal, host, commitsOn} = await fleetInTerminal(['acme', '--apply', '--publish']);
	await terminal.waitFor('Start?');
	for (const text of [
		'This applies 3 pull requests in 2 repositories. Without asking again it may, in',
		'- commit changes on the branch of the pull request',
		'- reply in review threads',
		'- resolve review threads of bots',
	])
		expect(terminal.screen()).toContain(text);
	expect(host.writes).toEqual([]);
	terminal.press('y\r');
	await terminal.ended;
	expect(terminal.screen()).toMatch(/acme\/web#3 +1 applied, commit [0-9a-f]{10}; threads: 1 reply, 1 resolved/);
	expect(terminal.screen()).toMatch(
		/Done: 3 pull requests; 3 applied, 3 commits; threads: 3 replies, 3 resolved\.[\s\S]*code 0/,
	);
	expect(three.map(({repository, number}) => commitsOn(repository, number))).toEqual([1, 1, 1]);
});

test('"no" writes nothing and ends with 3', async () => {
	const {terminal, host} = await fleetInTerminal(['acme', '--apply', '--push']);
	await terminal.waitFor('Start?');
	terminal.press('\r');
	await terminal.ended;
	expect(terminal.screen()).toMatch(/Nothing was written\.[\s\S]*code 3/);
	expect(host.writes).toEqual([]);
});

test('Ctrl-C at the question writes nothing and ends with 130', async () => {
	const {terminal, host} = await fleetInTerminal(['acme', '--apply', '--push']);
	await terminal.waitFor('Start?');
	terminal.press('\x03');
	await terminal.ended;
	expect(terminal.screen()).toMatch(/code 130/);
	expect(host.writes).toEqual([]);
});

test('--resume asks with what it skips', async () => {
	const {terminal, host} = await fleetInTerminal(['acme', '--apply', '--push', '--resume']);
	await terminal.waitFor('This resumes 3 pull requests in 2 repositories, and skips what is done.');
	terminal.press('\r');
	await terminal.ended;
	expect(host.writes).toEqual([]);
});
