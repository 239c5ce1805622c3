import {readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openLog} from '../../source/headless/log.ts';
import {logLevels} from '../../source/system/log-levels.ts';
import {newFolder} from '../helpers/folders.ts';

function lines() {
	const written: string[] = [];
	return {written, stderr: {write: (text: string) => written.push(text)}};
}

test.each(logLevels.map((level, index) => [level, logLevels.slice(index)] as const))(
	'at %s the levels %j are written',
	(level, expected) => {
		const {written, stderr} = lines();
		const {log} = openLog({level, stderr, file: null, cwd: '.', now: () => 0});
		for (const one of logLevels) log(one, 'text');
		expect(written).toEqual(expected.map(one => `${one} text\n`));
	},
);

test('the file has the time in front, is appended to and belongs to its owner alone', async () => {
	const cwd = newFolder();
	for (const text of ['first', 'second']) {
		const {log, close} = openLog({
			level: 'INFO',
			stderr: lines().stderr,
			file: 'a.log',
			cwd,
			now: () => Date.UTC(2026, 10, 21, 12),
		});
		log('INFO', text);
		close();
	}
	expect(await readFile(join(cwd, 'a.log'), 'utf8')).toBe(
		'2026-11-21T12:00:00.000Z INFO first\n2026-11-21T12:00:00.000Z INFO second\n',
	);
	expect((await stat(join(cwd, 'a.log'))).mode & 0o777).toBe(0o600);
});

test('a file that cannot be opened is a usage error', async () => {
	const cwd = newFolder();
	const open = () => openLog({level: 'INFO', stderr: lines().stderr, file: '.', cwd, now: () => 0});
	expect(open).toThrow(expect.objectContaining({kind: 'usage', code: 'log-file-not-writable'}));
});
