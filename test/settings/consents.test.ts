import {expect, test} from 'vitest';
import {flagsOf} from '../../source/commands/flags.ts';
import {registry} from '../../source/commands/registry.ts';
import {table} from '../../source/settings/table.ts';
import {sandbox} from './sandbox.ts';

/** What only a flag may allow, for one run. */
const consents = [
	'yes',
	'anyway',
	'overObjections',
	'reconsider',
	'trustCode',
	'verifyEnv',
	'verifyEnvOnly',
	'acceptNewLedger',
] as const;

const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
const codeOf = (work: Promise<unknown>) =>
	work.then(
		() => null,
		(error: {code?: string}) => error.code,
	);

test.each(consents)('%s is a flag, and no file, no variable and no --set sets it', async name => {
	const commands = await Promise.all(
		[...registry].map(async ([command, {load}]) => flagsOf(command, (await load()).spec.flags)),
	);
	expect(commands.some(flags => name in flags)).toBe(true);
	expect(Object.keys(table)).not.toContain(name);
	const keys = [snake(name), `llm.${snake(name)}`, `closing.${snake(name)}`];
	expect(Object.values(table).filter(({key}) => keys.includes(key))).toEqual([]);
	const place = await sandbox();
	for (const value of ['true', '["all"]']) {
		const text = `{"${snake(name)}": ${value}}`;
		await place.writeProject('.pr-resolve.json', text);
		expect(await codeOf(place.resolve())).toBe('unknown-setting');
		await place.writeProject('.pr-resolve.json', '{}');
		await place.writeProject('other.json', text);
		expect(await codeOf(place.resolve({configFile: 'other.json'}))).toBe('unknown-setting');
		await place.writeUser(text);
		expect(await codeOf(place.resolve())).toBe('unknown-setting');
		await place.writeUser('{}');
	}
	expect(await codeOf(place.resolve({set: [`${snake(name)}=true`]}))).toBe('unknown-setting');
	const variable = `CR_${snake(name).toUpperCase()}`;
	const env = {HOME: place.home, [variable]: 'true'};
	expect((await place.resolve({env})).values).toEqual((await place.resolve()).values);
});

test.each([
	['trust_author', '{"trust_author": ["ada"]}', {trustAuthor: ['ada']}],
	['llm.allow_remote', '{"llm": {"allow_remote": true}}', {allowRemote: true}],
])('%s is a setting of the user, never of a project', async (_, text, values) => {
	const place = await sandbox();
	await place.writeUser(text);
	expect((await place.resolve()).values).toMatchObject(values);
	await place.writeUser('{}');
	await place.writeProject('.pr-resolve.json', text);
	expect(await codeOf(place.resolve())).toBe('forbidden-setting');
});
