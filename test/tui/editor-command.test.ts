import {expect, test} from 'vitest';
import {editorArguments} from '../../source/tui/editor.ts';

test.each([
	['vi', ['+40', '/tree/a.ts']],
	['/usr/bin/vim -n', ['+40', '/tree/a.ts']],
	['emacs -nw', ['+40', '/tree/a.ts']],
	['nano', ['+40', '/tree/a.ts']],
	['code', ['--wait', '--goto', '/tree/a.ts:40']],
	['code --wait', ['--goto', '/tree/a.ts:40']],
	['subl -w', ['/tree/a.ts:40']],
	['hx', ['/tree/a.ts:40']],
	['my-editor', ['/tree/a.ts']],
	['env X=1 vim', ['/tree/a.ts']],
	['', ['/tree/a.ts']],
])('%j opens a file at a line', (command, args) => {
	expect(editorArguments(command, '/tree/a.ts', 40)).toEqual(args);
});

test('a name with a colon is opened without a line by editors that would read another one', () => {
	expect(editorArguments('code -w', '/tree/a:7', 40)).toEqual(['/tree/a:7']);
	expect(editorArguments('vi', '/tree/a:7', 40)).toEqual(['+40', '/tree/a:7']);
});
