import {expect, test} from 'vitest';
import {mayEdit} from '../../../source/llm/question/protected.ts';

const on = (path: string | null) => ({remark: {path}, pathOf: (name: string) => name});

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
	'frontend/.husky/pre-commit',
	'web/.githooks/setup.sh',
	'sub/lefthook.yml',
	'.forgejo/workflows/ci.yml',
	'.gitea/workflows/ci.yml',
	'.cirrus.yml',
	'.semaphore/semaphore.yml',
	'.tekton/push.yaml',
	'cloudbuild.yaml',
	'src/App/packages.lock.json',
	'infra/.terraform.lock.hcl',
	'go.work.sum',
	'Cartfile.resolved',
	'.pnp.cjs',
];

test.each(shielded)('%s is edited only where the finding is on it', path => {
	expect(mayEdit(path, on('src/a.ts'))).toBe(false);
	expect(mayEdit(path, on(path))).toBe(true);
});

test.each(['.git/config', 'vendor/.git/hooks/pre-commit', '.GIT/config'])('%s is never edited', path => {
	expect(mayEdit(path, on(path))).toBe(false);
});

test.each([
	'src/lock.ts',
	'src/hooks/use-cart.ts',
	'docs/workflows/ci.yml',
	'.gitignore',
	'src/hooks/pretty.ts',
	'.github/CODEOWNERS',
])('%s is edited', path => {
	expect(mayEdit(path, on(null))).toBe(true);
});

test('a file is judged by the name it has today as well, but where the finding is on it', () => {
	const pathOf = (path: string) => (path === 'tools/ci.yml' ? '.github/workflows/ci.yml' : path);
	expect(mayEdit('tools/ci.yml', {remark: {path: 'a.ts'}, pathOf})).toBe(false);
	expect(mayEdit('tools/ci.yml', {remark: {path: 'tools/ci.yml'}, pathOf})).toBe(true);
	expect(mayEdit('x', {remark: {path: 'x'}, pathOf: () => '.git/config'})).toBe(false);
	expect(mayEdit('.github/workflows/old.yml', {remark: {path: 'a.ts'}, pathOf: () => 'docs/old.yml'})).toBe(false);
});
