import {expect, test} from 'vitest';
import {homeFolder} from '../../source/system/environment.ts';

test.each([
	['config', 'XDG_CONFIG_HOME', '/home/a/.config/pr-resolve'],
	['state', 'XDG_STATE_HOME', '/home/a/.local/state/pr-resolve'],
	['cache', 'XDG_CACHE_HOME', '/home/a/.cache/pr-resolve'],
] as const)('%s is kept where %s says, else in the home', (kind, variable, usual) => {
	expect(homeFolder(kind, {HOME: '/home/a'})).toBe(usual);
	expect(homeFolder(kind, {HOME: '/home/a', [variable]: '/other'})).toBe('/other/pr-resolve');
	expect(homeFolder(kind, {HOME: '/home/a', [variable]: 'relative'})).toBe(usual);
	expect(homeFolder(kind, {[variable]: '/other'})).toBe('/other/pr-resolve');
	expect(homeFolder(kind, {})).toBeNull();
});
