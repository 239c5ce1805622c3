import type {Dialect, Post} from '../dialect.ts';
import {claude} from './claude.ts';
import {codeql} from './codeql.ts';
import {coderabbit} from './coderabbit/dialect.ts';
import {codex} from './codex.ts';
import {conventional} from './conventional.ts';
import {copilot} from './copilot.ts';
import {cubic} from './cubic.ts';
import {cursorBugbot} from './cursor-bugbot.ts';
import {danger} from './danger.ts';
import {ellipsis} from './ellipsis.ts';
import {gemini} from './gemini.ts';
import {greptile} from './greptile.ts';
import {macroscope} from './macroscope.ts';
import {qodo} from './qodo.ts';
import {reviewdog} from './reviewdog.ts';
import {sonarqube} from './sonarqube.ts';
import {sourcery} from './sourcery.ts';

/** What a dialect is based on: real comments, or a description of the format. */
export type RegisteredDialect = Dialect & {readonly evidence: 'real' | 'documented'};

/** All dialects, in the order in which their marks are tried; the most general ones are last. */
export const dialects: readonly RegisteredDialect[] = [
	{...coderabbit, evidence: 'real'},
	{...copilot, evidence: 'real'},
	{...gemini, evidence: 'real'},
	{...greptile, evidence: 'real'},
	{...sourcery, evidence: 'real'},
	{...cursorBugbot, evidence: 'real'},
	{...codex, evidence: 'real'},
	{...qodo, evidence: 'real'},
	{...codeql, evidence: 'real'},
	{...macroscope, evidence: 'real'},
	{...ellipsis, evidence: 'real'},
	{...sonarqube, evidence: 'real'},
	{...danger, evidence: 'real'},
	{...cubic, evidence: 'documented'},
	{...reviewdog, evidence: 'documented'},
	{...claude, evidence: 'real'},
	{...conventional, evidence: 'documented'},
];

const byLogin = new Map(dialects.flatMap(dialect => dialect.logins.map(login => [login, dialect] as const)));

/** The dialect of the reviewer with this login, with or without `[bot]`. */
export function dialectOfLogin(login: string): Dialect | null {
	return byLogin.get(login.toLowerCase().replace(/\[bot\]$/, '')) ?? null;
}

/** The dialect of a comment: by its author, else by marks in its text, because some bots post under other logins. */
export function dialectOf(post: Post): Dialect | null {
	const known = post.author && dialectOfLogin(post.author.login);
	return known || signedBy(dialects, post.body);
}

/** The dialect of the bot whose marks are in a text; null if there are none. */
export const dialectOfMarks = (body: string): Dialect | null =>
	signedBy(
		dialects.filter(({logins}) => logins.length > 0),
		body,
	);

const signedBy = (among: readonly Dialect[], body: string) =>
	among.find(({marks}) => marks.some(mark => mark.test(body))) ?? null;
