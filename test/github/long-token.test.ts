import {expect, test} from 'vitest';
import {maskSecrets} from '../../source/llm/mask/mask.ts';
import {fault} from '../emulators/github/faults.ts';
import {longToken} from '../helpers/long-token.ts';
import {connect, gitHub} from './connect.ts';

test.each(['reads', 'writes'])('the REST API %s with it', async way => {
	const server = await gitHub({tokens: {[longToken]: {login: 'fixer[bot]', scopes: null, isApp: true}}});
	const {client} = await connect(server, {token: {value: longToken, source: 'GITHUB_TOKEN'}});
	const about = {body: {}, subject: {repository: 'octo/app'}, needs: ''};
	if (way === 'reads') await client.get('repos', 'octo', 'app', 'commits', 'x');
	else {
		server.faults.on('POST git/blobs', fault.status(422, `no ${longToken}`));
		const answered = await client.tryRest({method: 'POST', path: '/repos/octo/app/git/blobs', ...about});
		expect(JSON.stringify(answered)).not.toContain(longToken);
		expect(answered).toMatchObject({
			failure: {message: expect.stringContaining('no ***')},
			errors: [{message: 'no ***'}],
		});
	}
	expect(server.requests.map(({authorization}) => authorization)).toEqual([`bearer ${longToken}`]);
});

test.each(['token %', 'authorization: bearer %', '"%"', 'https://x-access-token:%@github.com/octo/app.git', 'TOKEN=%'])(
	'it is masked whole in a text: %s',
	async text => {
		const {texts} = await maskSecrets([text.replace('%', longToken)]);
		expect(texts[0]).not.toMatch(/ghs|ey-b0dy|s1gn|xx/);
	},
);
