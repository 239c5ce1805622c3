import type {Format} from '../format.ts';
import type {Reader} from '../tree.ts';

const readersByFormat: Record<Format, () => Promise<Reader>> = {
	json: async () => {
		const {readJson} = await import('./json.ts');
		return source => readJson(source, true);
	},
	jsonc: async () => {
		const {readJson} = await import('./json.ts');
		return source => readJson(source, false);
	},
	yaml: async () => (await import('./yaml.ts')).readYaml,
	toml: async () => (await import('./toml.ts')).readToml,
};

/** The reader of a format; loads its parser on first use. */
export async function openReader(format: Format): Promise<Reader> {
	const read = await readersByFormat[format]();
	return source => {
		try {
			return read(source);
		} catch (error) {
			// The parsers are recursive: deeply nested brackets exhaust the stack.
			return {root: null, faults: [{what: `cannot be read (${error})`, line: 1}]};
		}
	};
}
