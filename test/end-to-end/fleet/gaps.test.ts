import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import {fleetOf, namesIn, pull} from './listing.ts';

test('results that single sign-on hides make the list incomplete: exit code 1, and the matrix is printed', async () => {
	const {fleet, host} = await fleetOf([pull({repository: 'acme/api', number: 1})]);
	const hide = () => {
		for (const query of ['OpenRepositoriesOf', 'RepositoryNamesOf']) host.faults.on(query, fault.ssoPartial(21955855));
	};
	hide();
	const {code, report} = await fleet('acme', '--json');
	expect([code, report()]).toMatchObject([
		1,
		{incomplete: [expect.stringContaining('21955855')], repositories: {unread: []}, exitCode: 1},
	]);
	hide();
	const matrix = await fleet('acme', '--matrix');
	expect([matrix.code, JSON.parse(matrix.stdout).include.length]).toEqual([1, 1]);
	expect(matrix.stderr).toContain('21955855');
});

test('a limit on requests ends the list: what was read is listed, the other scopes are unread', async () => {
	const pulls = ['api', 'ui', 'web'].map(name => pull({repository: `acme/${name}`, number: 1}));
	const {fleet, host} = await fleetOf(pulls);
	host.faults.on('ListedRepository', fault.none(), fault.secondaryLimit({retryAfter: 9000}));
	const {code, report} = await fleet('acme/api', 'acme/ui', 'acme/web', '--json');
	expect([code, namesIn(report())]).toEqual([1, ['acme/api#1']]);
	expect(report().repositories).toMatchObject({
		read: 1,
		unread: [
			{repository: 'acme/ui', code: 'rate-limited'},
			{repository: 'acme/web', code: 'rate-limited'},
		],
	});
	expect(host.requests.filter(({operation}) => operation === 'ListedRepository')).toHaveLength(2);
});

test('a token that is refused in the middle ends the list with 4', async () => {
	const {fleet, host} = await fleetOf(['api', 'ui'].map(name => pull({repository: `acme/${name}`, number: 1})));
	host.faults.on('ListedRepository', fault.none(), fault.badCredentials());
	const {code, report} = await fleet('acme/api', 'acme/ui', '--json');
	expect([code, report()]).toMatchObject([4, {error: {code: 'bad-credentials'}}]);
});

test('a short wait for a limit is told, and the list goes on', async () => {
	const {fleet, host} = await fleetOf([pull({repository: 'acme/api', number: 1})]);
	host.faults.on('OpenRepositoriesOf', fault.secondaryLimit({retryAfter: 30}));
	const {code, report, stderr} = await fleet('acme', '--json');
	expect([code, namesIn(report())]).toEqual([0, ['acme/api#1']]);
	expect(stderr).toContain('WARNING Secondary rate limit; retrying in 30 s');
});

test('one without threads is listed if it has a review; one that is closed is counted', async () => {
	const reviewed = pull({repository: 'acme/api', number: 1, threads: 0}).review();
	const {fleet} = await fleetOf([reviewed, pull({repository: 'acme/api', number: 2}, {state: 'CLOSED'})]);
	const {code, report} = await fleet('acme/api#1', 'https://github.com/acme/api/pull/2', '--json');
	expect([code, report()]).toMatchObject([
		0,
		{pullRequests: [{number: 1, threads: 0, state: 'listed'}], leftOut: {closed: 1}},
	]);
});

test('scopes come from stdin, which is read once', async () => {
	const {outside, host} = await fleetOf([
		pull({repository: 'acme/api', number: 1}),
		pull({repository: 'acme/ui', number: 2}),
	]);
	const {code, stdout} = await outside.run(['fleet', '-', 'acme/api', '-'], {
		env: host.env,
		shell: `printf '# mine\\nacme/ui\\n' | "$@"`,
	});
	expect([code, stdout.match(/^acme\/\w+#\d/gm)?.toSorted()]).toEqual([0, ['acme/api#1', 'acme/ui#2']]);
});

test('the page of Markdown is cut at a row before it is too long for a summary', async () => {
	const title = '|<&>'.repeat(150);
	const pulls = Array.from({length: 1200}, (_, index) => pull({repository: 'acme/api', number: index + 1, title}));
	const {fleet, outside} = await fleetOf(pulls);
	await fleet('acme', '--summary', 'summary.md');
	const page = readFileSync(join(outside.root, 'summary.md'), 'utf8');
	expect(Buffer.byteLength(page)).toBeLessThan(2 ** 20);
	const rows = page.split('\n').filter(line => line.startsWith('| [acme'));
	expect(rows.length).toBeGreaterThan(900);
	expect(rows.filter(row => row.match(/(?<!\\)\|/g)?.length !== 6)).toEqual([]);
	expect(page.trimEnd().split('\n').at(-1)).toBe(`${pulls.length - rows.length} more`);
});
