import {Failure} from '../../failure.ts';
import {messageOf} from '../../system/errors.ts';
import {isObject, type JsonObject} from '../../system/json.ts';
import {
	type ChangeType,
	type Complexity,
	complexities,
	type DataSetEntry,
	dataSetChangeTypes,
	type GroundTruth,
} from './data-set.ts';

type Bare = Omit<DataSetEntry, 'file'>;

const shape =
	'A data set is a JSON object with exactly the keys simple, medium and complex, each a list of ' +
	'{"body", "path", "line", "ground_truth": {"changes", "start_line", "end_line", "change_type", "confidence_threshold"}}.';

/** Words that data sets use for the types of change. */
const typeWords: Readonly<Record<ChangeType, RegExp>> = {
	addition: /^(?:add(?:ition|ed)?|insert(?:ion|ed)?|new)$/,
	modification:
		/^(?:modif(?:y|ied|ication)|change[ds]?|replace(?:ment|d)?|update[ds]?|edit(?:ed)?|refactor(?:ing|ed)?)$/,
	deletion: /^(?:delet(?:e|ed|ion)|remov(?:e|ed|al))$/,
};

/**
 * Reads the text of a data set.
 * @throws {Failure} usage `bad-data-set`, with the wrong entry and field
 */
export function readDataSet(text: string, name: string): Bare[] {
	const wrong: Wrong = what => new Failure('usage', 'bad-data-set', `${name}: ${what}.`, shape);
	let value: unknown;
	try {
		value = JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch (error) {
		throw wrong(`not JSON (${messageOf(error)})`);
	}
	if (!isObject(value)) throw wrong('expected an object');
	const keys = Object.keys(value);
	const missing = complexities.find(key => !keys.includes(key));
	if (missing) throw wrong(`"${missing}" is missing`);
	const extra = keys.find(key => !complexities.some(known => known === key));
	if (extra !== undefined) throw wrong(`unknown class ${JSON.stringify(extra)}`);
	return complexities.flatMap(complexity => {
		const list = value[complexity];
		if (!Array.isArray(list)) throw wrong(`${complexity} must be a list`);
		return list.map((entry, index) => readDataSetEntry(entry, complexity, `${complexity}[${index}]`, wrong));
	});
}

type Wrong = (what: string) => Failure;

function readDataSetEntry(entry: unknown, complexity: Complexity, id: string, wrong: Wrong): Bare {
	if (!isObject(entry)) throw wrong(`${id} must be an object`);
	const fields = ['body', 'path', 'line', 'ground_truth'];
	const missing = fields.find(field => !(field in entry));
	if (missing) throw wrong(`${id}.${missing} is missing`);
	refuseOthers(entry, fields, id, wrong);
	const {body, path, line, ground_truth: truth} = entry;
	if (typeof body !== 'string' || !body.trim()) throw wrong(`${id}.body must be a non-empty string`);
	if (typeof path !== 'string' || !path.trim()) throw wrong(`${id}.path must be a non-empty string`);
	if (!isLine(line)) throw wrong(`${id}.line must be a whole number of at least 1`);
	if (!isObject(truth)) throw wrong(`${id}.ground_truth must be an object`);
	return {id, complexity, body, path, line, truth: readTruth(truth, `${id}.ground_truth`, wrong)};
}

function readTruth(truth: JsonObject, at: string, wrong: Wrong): GroundTruth {
	const known = ['changes', 'start_line', 'end_line', 'change_type', 'confidence_threshold', 'replacement'];
	refuseOthers(truth, known, at, wrong);
	const {changes, start_line: start, end_line: end, change_type: type, confidence_threshold: confidence} = truth;
	const check = (value: unknown, isGood: (value: unknown) => boolean, rule: string) => {
		if (value !== undefined && !isGood(value)) throw wrong(`${at}.${rule}`);
	};
	check(changes, isCount, 'changes must be a whole number of at least 0');
	check(start, isLine, 'start_line must be a whole number of at least 1');
	check(end, isLine, 'end_line must be a whole number of at least 1');
	if (isLine(start) && isLine(end) && end < start) throw wrong(`${at}.end_line is before start_line`);
	check(type, value => typeof value === 'string', 'change_type must be a string');
	check(confidence, isShare, 'confidence_threshold must be a number from 0 to 1');
	const [first, last] = [start ?? end, end ?? start];
	const lines = isLine(first) && isLine(last) ? {start: first, end: last} : null;
	const replacements = readReplacementLists(truth.replacement, `${at}.replacement`, wrong);
	if (replacements && !lines) throw wrong(`${at}.replacement needs start_line and end_line`);
	const word = `${type ?? ''}`.trim().toLowerCase();
	return {
		changes: isCount(changes) ? changes : null,
		lines,
		changeType: dataSetChangeTypes.find(known => typeWords[known].test(word)) ?? null,
		confidence: isShare(confidence) ? confidence : null,
		replacements,
	};
}

/** One right text, or several; an empty one deletes the lines. */
function readReplacementLists(value: unknown, at: string, wrong: Wrong): string[][] | null {
	if (value === undefined) return null;
	const texts = [value].flat();
	if (texts.length === 0 || !texts.every(text => typeof text === 'string'))
		throw wrong(`${at} must be a string or a list of strings`);
	return (texts as string[]).map(text => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)));
}

function refuseOthers(value: JsonObject, known: readonly string[], at: string, wrong: Wrong): void {
	const other = Object.keys(value).find(key => !known.includes(key));
	if (other !== undefined) throw wrong(`${at}.${other} is an unknown field`);
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
const isLine = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;
