import {chmodSync, cpSync, mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setStage} from '../../demo/stage.ts';
import {startOllama} from '../../test/emulators/ollama/server.ts';
import {ledTo} from '../../test/emulators/vendor/lead.ts';
import {obedient} from '../../test/emulators/vendor/obedient.ts';
import {type Environment, isolate} from '../isolation.ts';
import {hostOf} from './hosts.ts';
import type {ScreenName, Walk} from './steps.ts';

/** The start of a walk, which has no effect outside of its folder. */
export type Place = {
	cwd: string;
	env: Environment;
	args: readonly string[];
	/** The screen shows this text when it is ready. */
	ready: string;
	/** The last screens of a program that a key of the walk may end. */
	waysOut: RegExp;
	/** What it wrote to the host, by operation. */
	hostWrites: () => readonly string[];
	close: () => Promise<void>;
};

export type Places = {
	/** Makes a new place. */
	make: (walk: Pick<Walk, 'screen' | 'confirms'>) => Promise<Place>;
	close: () => Promise<void>;
};

const nowhere = 'http://127.0.0.1:9';

/** Replacements for programs that the screens may start, so that none of the machine's own is started. */
const standIns = ['npm', 'claude', 'codex', 'copilot', 'ollama', 'gh', 'brew', 'curl', 'browser'];

/** @param folder empty, for all places */
export async function makePlaces(folder: string, path: string): Promise<Places> {
	const programs = join(folder, 'programs');
	mkdirSync(programs, {recursive: true});
	const script = (name: string, text: string) => {
		const file = join(programs, name);
		writeFileSync(file, `#!/bin/sh\n${text}\n`);
		chmodSync(file, 0o755);
		return file;
	};
	for (const name of standIns) script(name, 'exit 1');
	// It adds a line to what `e` opens, and leaves the files that `E` opens as they are.
	const editor = script('editor', 'case "$1" in *pr-resolve-edit-*) sed -i "/^# .* >8 /i edited" "$1";; esac');
	const server = await startOllama({answer: obedient, latencyMs: 60});
	const empty = await startOllama({models: [], lineMs: 30});
	const env = isolate(join(folder, 'home'), `${programs}:${path}`);
	const recording = join(import.meta.dirname, '../../demo/recording.json');
	const stage = await setStage({folder: join(folder, 'stage'), recording, env});
	const begins: Record<ScreenName, Pick<Place, 'args' | 'ready'> & {url: string; waysOut?: RegExp}> = {
		review: {
			args: ['review', '--from', '../review.json', '--llm-preset', 'ollama-local'],
			ready: 'to apply',
			url: server.url,
		},
		setup: {
			args: ['setup'],
			ready: 'Press s to skip it',
			url: empty.url,
			waysOut: /Leave without saving|Press Enter to quit/,
		},
		bench: {
			args: ['bench', '--providers', 'ollama', '--iterations', '1000', '--warmup', '1', '--output', 'report.md'],
			ready: '/1000',
			url: server.url,
		},
		inbox: {args: ['inbox'], ready: 'to apply', url: server.url},
		watch: {
			args: ['watch', '7', '--yes'],
			ready: 'rounds',
			url: server.url,
			// Once the round is done, `q` does not ask.
			waysOut: /(?:)/,
		},
	};
	return {
		make: async ({screen, confirms}) => {
			const own = mkdtempSync(join(folder, `${screen}-`));
			cpSync(stage.folder, own, {recursive: true});
			const {url, args, ready, waysOut = /(?!)/} = begins[screen];
			// The answers in threads keep a round going for as long as a walk; a push alone is soon done.
			const delivery = screen === 'watch' ? [confirms ? '--publish' : '--push'] : [];
			const origins = {'https://api.openai.com': nowhere, 'https://api.anthropic.com': nowhere};
			const led = ledTo({env: {LOCAL_BASE_URL: url}, origins});
			const isolated = {...isolate(join(own, 'home'), `${programs}:${path}`), ...led};
			const settings = join(own, 'home/.config/pr-resolve');
			mkdirSync(settings, {recursive: true});
			// In the inbox, `q` only leads back from a review.
			const chosen = {mouse: true, keys: {inbox: {quit: 'Q'}}};
			writeFileSync(join(settings, 'config.json'), JSON.stringify(chosen));
			const {NO_COLOR: _, ...coloured} = isolated;
			const variables = {
				TERM: 'xterm-256color',
				GITHUB_API_URL: nowhere,
				EDITOR: editor,
				PAGER: 'cat',
				BROWSER: 'browser',
			};
			const place = {cwd: join(own, 'web-shop'), env: {...coloured, ...variables}};
			const host = await hostOf(screen, {...stage, folder: own, place});
			return {
				...(host?.place ?? place),
				args: [...args, ...delivery],
				...{ready, waysOut},
				hostWrites: () => host?.gitHub.writes.map(({operation}) => operation) ?? [],
				close: async () => host?.close(),
			};
		},
		close: async () => {
			await Promise.all([server.close(), empty.close()]);
		},
	};
}
