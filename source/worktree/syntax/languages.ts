import {posix} from 'node:path';
import {namesOf} from '../../system/by-name.ts';

/** File names of a language, in lower case. */
type Files = {extensions: readonly string[]; names?: readonly string[]};

/** Languages with a grammar, by the grammar's name. */
const languages = {
	bash: {extensions: ['.sh', '.bash'], names: ['.bashrc', '.bash_profile', '.bash_aliases', '.profile']},
	'c-sharp': {extensions: ['.cs', '.csx']},
	// C is parsed as C++; valid C that the grammar rejects is rejected before the edit too, so it is no new fault.
	cpp: {extensions: ['.c', '.h', '.cc', '.hh', '.cpp', '.hpp', '.cxx', '.hxx', '.c++', '.h++', '.inl', '.ipp']},
	css: {extensions: ['.css']},
	go: {extensions: ['.go']},
	java: {extensions: ['.java']},
	javascript: {extensions: ['.js', '.mjs', '.cjs', '.jsx']},
	php: {extensions: ['.php', '.phtml']},
	python: {extensions: ['.py', '.pyi', '.pyw']},
	ruby: {
		extensions: ['.rb', '.rake', '.gemspec', '.ru', '.podspec'],
		names: ['gemfile', 'rakefile', 'guardfile', 'vagrantfile', 'podfile', 'fastfile', 'brewfile'],
	},
	rust: {extensions: ['.rs']},
	tsx: {extensions: ['.tsx']},
	typescript: {extensions: ['.ts', '.mts', '.cts']},
} as const satisfies Record<string, Files>;

export type Language = keyof typeof languages;

/** Names of all grammars. */
export const grammars = namesOf(languages);

const languageByName: ReadonlyMap<string, Language> = new Map(
	grammars.flatMap(language => {
		const {extensions, names = []}: Files = languages[language];
		return [...extensions, ...names].map(name => [name, language] as const);
	}),
);

/** The language of a file by its name; null if there is no grammar for it. */
export function languageOf(path: string): Language | null {
	const name = posix.basename(path).toLowerCase();
	return languageByName.get(name) ?? languageByName.get(posix.extname(name)) ?? null;
}
