import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {expect, test} from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const pages = [root, join(root, 'docs')].flatMap(folder =>
	readdirSync(folder)
		.filter(name => name.endsWith('.md'))
		.map(name => relative(root, join(folder, name))),
);

/** Without fences, whose content is no Markdown. */
const prose = (text: string) => text.replace(/^(`{3,}).*\n(?:.*\n)*?\1`*$/gm, '');

/** The ids of the headings, as GitHub makes them: letters, digits, `_` and `-` stay, blanks become `-`, the second one gets `-1`. */
function headings(text: string): Set<string> {
	const seen = new Map<string, number>();
	const ids = [...prose(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) => {
		const id = title!
			.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.toLowerCase()
			.replace(/[^\p{L}\p{N}_ -]/gu, '')
			.replaceAll(' ', '-');
		const count = seen.get(id) ?? 0;
		seen.set(id, count + 1);
		return count === 0 ? id : `${id}-${count}`;
	});
	return new Set(ids);
}

/** The targets of Markdown links and of pictures that are in this repository. */
function targets(text: string): string[] {
	const plain = prose(text).replace(/`[^`\n]*`/g, '');
	const links = [...plain.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"\s]+)"/g)];
	return links.map(([, link, source]) => (link ?? source)!).filter(target => !/^[a-z]+:/i.test(target));
}

/** Why a link of a page leads nowhere; null if it does not. */
function faultOf(page: string, target: string): string | null {
	const [path, heading] = target.split('#') as [string, string?];
	const file = path === '' ? page : relative(root, join(root, dirname(page), path));
	if (!existsSync(join(root, file))) return `${target}: no such file`;
	if (heading === undefined || statSync(join(root, file)).isDirectory()) return null;
	return headings(read(file)).has(heading) ? null : `${target}: no such heading`;
}

test.each(pages)('every relative link of %s leads to a file and a heading', page => {
	const faults = targets(read(page)).map(target => faultOf(page, target));
	expect(faults.filter(fault => fault !== null)).toEqual([]);
});

test('every page of the documentation has a link in another one', () => {
	const linked = new Set(
		pages.flatMap(page =>
			targets(read(page)).map(target => relative(root, join(root, dirname(page), target.split('#')[0]!))),
		),
	);
	expect(pages.filter(page => page !== 'README.md' && !linked.has(page))).toEqual([]);
});

const own = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
	cwd: root,
	encoding: 'utf8',
})
	.trim()
	.split('\n');
const maps = ['ARCHITECTURE.md', ...own.filter(name => /^source\/.*README\.md$/.test(name))];

test.each(maps)('%s fits on a page, and the files and folders that it names exist', map => {
	expect(read(map).length).toBeLessThanOrEqual(map === 'ARCHITECTURE.md' ? 9000 : 3000);
	const names = [...prose(read(map)).matchAll(/`([\w./-]+(?:\.tsx?|\/))`/g)].map(([, name]) => name!);
	// The file of the example is nowhere.
	const isThere = (name: string) => own.some(file => `/${file}`.includes(`/${name}`));
	expect(names.filter(name => name !== 'src/cart.ts' && !isThere(name))).toEqual([]);
});

test.each([
	['README.md', 'docs/none.md', 'docs/none.md: no such file'],
	['README.md', 'docs/faq.md#none', 'docs/faq.md#none: no such heading'],
	['docs/faq.md', '../README.md#many-pull-requests', null],
	['docs/faq.md', '#does-it-commit', null],
])('in %s, %s is judged', (page, target, fault) => {
	expect(faultOf(page, target)).toBe(fault);
});
