import {expect, test} from 'vitest';
import {homeFolder} from '../../source/system/environment.ts';

test.each([
	['config', 'XDG_CONFIG_HOME', '/u/h/.config/pr-resolve'],
	['state', 'XDG_STATE_HOME', '/u/h/.local/state/pr-resolve'],
	['cache', 'XDG_CACHE_HOME', '/u/h/.cache/pr-resolve'],
] as const)('%s is kept where %s says, else in the home', (kind, variable, usual) => {
	expect(homeFolder(kind, {HOME: '/u/h'})).toBe(usual);
	expect(homeFolder(kind, {HOME: '/u/h', [variable]: '/other'})).toBe('/other/pr-resolve');
	expect(homeFolder(kind, {HOME: '/u/h', [variable]: 'relative'})).toBe(usual);
	expect(homeFolder(kind, {[variable]: '/other'})).toBe('/other/pr-resolve');
	expect(homeFolder(kind, {})).toBeNull();
});
