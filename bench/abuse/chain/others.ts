import {openBare} from '../../../test/emulators/github/bare.ts';
import {bot, user} from '../../../test/emulators/github/data.ts';
import {branch} from '../closing/hosted-clone.ts';
import {suggest} from '../closing/suggest.ts';
import {passerBy} from './answers-to.ts';
import {files, headOf, type Scene, type Suggested, threadOf} from './scene.ts';
import {linesIn, versionAt} from './versions.ts';

/** A reviewer comments on one to three lines of the head: often on lines of an older suggestion, open or applied. */
export function review(scene: Scene): string {
	const {random, changes, pull} = scene;
	const head = headOf(scene);
	const path = random.pick(files);
	const all = linesIn(versionAt(scene, head)[path]!);
	const before = random.next() < 0.25 ? random.pick([...changes.filter(one => one.path === path), null]) : null;
	const at = before === null ? -1 : all.findIndex(line => before.old.includes(line) || before.lines.includes(line));
	const start = at >= 0 ? at + 1 : 1 + random.below(all.length);
	const end = Math.min(all.length, start + random.pick([0, 0, 0, 1, 2]));
	const number = scene.number();
	const shown = all.slice(start - 1, end);
	const breaks = random.next() < 0.12;
	const lines = Array.from(
		{length: random.pick([1, 1, 2, 3])},
		(_, index) => `${breaks ? 'broken' : 'better'} ${number}.${index + 1}`,
	);
	const by = random.pick([
		...[bot('coderabbitai'), bot('coderabbitai'), bot('gemini-code-assist')].map(author => ({
			author,
			authorAssociation: 'NONE',
		})),
		{author: user('ann'), authorAssociation: 'MEMBER'},
		{author: user(passerBy), authorAssociation: 'NONE'},
	]);
	const id = `PRRT_${number}`;
	const isDone = random.next() < 0.06;
	const replacement = isDone ? shown : lines;
	suggest(pull, {...{id, number: String(number), path, lines: [start, end], shown, commit: head, replacement}, ...by});
	changes.push({
		...{id: String(number), thread: id, path, old: shown, lines: replacement, edits: [], overruled: new Set()},
		...{isDeclined: false, isReverted: false},
	});
	return `${by.author?.login} suggests ${id} for ${path} ${start}-${end}`;
}

/** Somebody pushes a commit: a new file, a line of a reviewed one, or exactly what was suggested. */
export function pushByOther(scene: Scene): string {
	const {random, changes, bare: folder, byPeople} = scene;
	const bare = openBare(folder);
	const head = headOf(scene);
	const number = scene.number();
	const change = random.next() < 0.3 && changes.length > 0 ? random.pick(changes.slice(-8)) : null;
	const path = change?.path ?? random.pick([...files, 'docs/notes.txt']);
	const text = bare.file(head, path)?.text ?? '';
	const [next, what] = change === null ? withOwnLine(text, number, random.below(1000)) : withSuggestion(text, change);
	if (next === text) return 'nothing to push for others';
	const tree = bare.tree(head, [{path, mode: '100644', sha: bare.blob(Buffer.from(next))}]);
	const ann = {name: 'Ann', email: 'ann@example.com'};
	const facts = {tree, parents: [head], message: `Change ${number}\n`};
	const oid = bare.commit(facts, {author: ann, committer: ann, at: scene.gitHub.world.now()});
	bare.move(`refs/heads/${branch}`, oid, head);
	byPeople.add(oid);
	return `ann pushes ${oid.slice(0, 7)}: ${path}, ${what}`;
}

function withOwnLine(text: string, number: number, at: number): [string, string] {
	const all = text.split('\n');
	const line = at % Math.max(1, all.length - 1);
	const end = all[line]?.endsWith('\r') ? '\r' : '';
	const word = number % 7 === 0 ? 'broken by ann' : 'ann';
	return [all.with(Math.min(line, all.length - 1), `${word} ${number}${end}`).join('\n'), `line ${line + 1}`];
}

function withSuggestion(text: string, {old, lines, thread}: Suggested): [string, string] {
	const end = text.includes('\r\n') ? '\r\n' : '\n';
	return [text.replace(old.join(end), lines.join(end)), `what ${thread} suggests`];
}

/** As GitHub does after a push: a thread follows its lines, or is outdated if they changed. */
export function moveThreads(scene: Scene): void {
	const head = headOf(scene);
	const version = versionAt(scene, head);
	for (const {thread: id, path, old} of scene.changes) {
		const thread = threadOf(scene, id);
		const all = linesIn(version[path]!);
		const at = all.findIndex((_, start) => old.every((line, index) => all[start + index] === line));
		const isOutdated = at < 0;
		const [start, end] = [at + 1, at + old.length];
		Object.assign(thread, {
			isOutdated,
			line: isOutdated ? null : end,
			startLine: isOutdated || start === end ? null : start,
		});
		if (!isOutdated) for (const comment of thread.comments) comment.commit = {oid: head};
	}
}
