import type {Language} from './languages.ts';

/** Grammars for the child to load in advance; it does not answer. */
export type Preparation = {languages: readonly Language[]};

/** A file before and after edits; `added` as in `isWorse`. */
export type ParserQuestion = {language: Language; before: Uint8Array; after: Uint8Array; added: number};

/** `not-checked`: the grammar cannot be loaded. */
export type ParserAnswer = {verdict: 'ok' | 'errors-added' | 'not-checked'};

/** The child's first message: it has started, so that any later failure is caused by a file. */
export type Ready = 'ready';
