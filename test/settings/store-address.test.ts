import {expect, test} from 'vitest';
import {Failure} from '../../source/failure.ts';
import {sandbox} from './sandbox.ts';

const resolveWith = async (url: string) => (await sandbox()).resolve({env: {CR_STORE_URL: url}});

test.each([
	'rediss://budget.example',
	'rediss://me:hidden@budget.example:6380/2',
	'redis://127.0.0.1:6379',
	'redis://:hidden@localhost',
	'redis://[::1]:6379/15',
])('%s is accepted', async url => {
	expect((await resolveWith(url)).values.storeUrl).toBe(url);
});

test.each([
	'redis://me:hidden@budget.example:6379',
	'redis://me:hidden@127.0.0.1.example',
	'redis://me:hidden@10.0.0.1',
	'http://me:hidden@127.0.0.1',
	'rediss://me:hidden@',
	'rediss://me:hid?hidden@budget.example',
	'rediss://budget.example/hidden',
	'rediss://me:hid%den@budget.example',
	'hidden',
])('%s is refused without showing it', async url => {
	const error = await resolveWith(url).then(
		() => null,
		(thrown: Failure) => thrown,
	);
	expect(error).toBeInstanceOf(Failure);
	expect(error).toMatchObject({kind: 'usage', code: 'bad-value', message: 'CR_STORE_URL does not accept this value.'});
	expect(error!.remedy).toContain('rediss://');
	expect(error!.remedy).not.toContain('hid');
});

test('it is in the user settings, and in no other file', async () => {
	const place = await sandbox();
	await place.writeUser(JSON.stringify({store_url: 'rediss://me:hidden@budget.example'}));
	expect((await place.resolve()).values.storeUrl).toBe('rediss://me:hidden@budget.example');
	await place.writeProject('mine.yaml', 'store_url: rediss://me:hidden@other.example\n');
	const error = await place.resolve({configFile: 'mine.yaml'}).catch((thrown: Failure) => thrown);
	expect(error).toMatchObject({code: 'forbidden-setting', message: expect.not.stringContaining('hidden')});
});
