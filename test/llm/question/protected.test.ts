import {expect, test} from 'vitest';
import {mayEdit} from '../../../source/llm/question/protected.ts';

const shielded = [
	'.github/workflows/ci.yml',
	'.GitHub/Workflows/CI.yml',
	'.github/actions/build/action.yml',
	'.gitlab-ci.yml',
	'.circleci/config.yml',
	'Jenkinsfile',
	'package-lock.json',
	'web/pnpm-lock.yaml',
	'yarn.lock',
	'Cargo.lock',
	'go.sum',
	'.husky/pre-commit',
	'.githooks/post-merge',
	'hooks/pre-push',
	'tools/hooks/commit-msg.sh',
	'.pre-commit-config.yaml',
	'.pr-resolve.yaml',
];

test.each(shielded)('%s is edited only where the finding is on it', path => {
	expect(mayEdit(path, 'src/a.ts')).toBe(false);
	expect(mayEdit(path, path)).toBe(true);
});

test.each(['.git/config', 'vendor/.git/hooks/pre-commit', '.GIT/config'])('%s is never edited', path => {
	expect(mayEdit(path, path)).toBe(false);
});

test.each([
	'src/lock.ts',
	'src/hooks/use-cart.ts',
	'docs/workflows/ci.yml',
	'.gitignore',
	'src/hooks/pretty.ts',
	'.github/CODEOWNERS',
])('%s is edited', path => {
	expect(mayEdit(path, null)).toBe(true);
});
