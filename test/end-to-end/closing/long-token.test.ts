import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import {longToken} from '../../helpers/long-token.ts';
import {reviewed} from './publishing.ts';

test('an installation token of 520 characters works in every request, and nothing shows it', async () => {
	expect(longToken).toHaveLength(520);
	const tokens = {[longToken]: {login: 'fixer[bot]', scopes: null, isApp: true}};
	const {tree, fix, push, call, gitHub: host, replies} = await reviewed([3], {host: {tokens}});
	fix(3);
	push();
	const log = join(tree.home, 'run.log');
	host.faults.on('Reply', fault.status(403, `Resource not accessible by ${longToken}`));
	const flags = ['--reply', '--json', '--log-level', 'DEBUG', '--log-file', log];
	const refused = await call(flags);
	const published = await call(flags);
	expect(replies()).toEqual([[expect.stringContaining('Already done in')]]);
	expect(host.requests.map(({authorization}) => authorization)).toEqual(host.requests.map(() => `bearer ${longToken}`));
	const texts = [refused, published].flatMap(({stdout, stderr}) => [stdout, stderr]);
	expect([...texts, readFileSync(log, 'utf8')].filter(text => text.includes(longToken.slice(0, 30)))).toEqual([]);
});
