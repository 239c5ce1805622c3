import type {Language} from './languages.ts';

/** What the child will be asked about: it loads these grammars meanwhile, and does not answer. */
export type Preparation = {languages: readonly Language[]};

/** What the child is asked: what edits did to a file; `added` as `newFaults` takes it. */
export type Question = {language: Language; before: Uint8Array; after: Uint8Array; added: number | undefined};

/** Lines (1-based) of the file after the edit at which new faults stand; null where its grammar cannot be loaded. */
export type Answer = {lines: number[] | null};

/** What the child says once, before it is asked anything: what goes wrong from then on, a file brought about. */
export type Ready = 'ready';
