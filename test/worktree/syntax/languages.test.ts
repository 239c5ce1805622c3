import {expect, test} from 'vitest';
import {languageOf} from '../../../source/worktree/syntax/languages.ts';

test.each([
	['src/app.ts', 'typescript'],
	['types/app.d.ts', 'typescript'],
	['src/app.mts', 'typescript'],
	['src/App.tsx', 'tsx'],
	['src/App.jsx', 'javascript'],
	['include/sum.h', 'cpp'],
	['SUM.CPP', 'cpp'],
	['Gemfile', 'ruby'],
	['home/.bashrc', 'bash'],
	['bin/deploy.sh', 'bash'],
])('%s is %s', (path, language) => {
	expect(languageOf(path)).toBe(language);
});

test.each(['ts', 'app.ts/readme', 'app.vue', 'app.ts.bak', 'site.scss', 'tsconfig.json', '', '/', 'constructor'])(
	'%j has no grammar',
	path => {
		expect(languageOf(path)).toBeNull();
	},
);
