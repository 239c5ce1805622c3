import {resolve} from 'node:path';
import {Failure} from '../../failure.ts';
import type {Context} from '../context.ts';
import type {DataSet} from './data-set.ts';
import {dataSetOf} from './from-pull-request.ts';
import {loadDataSet} from './load-data-set.ts';
import type {BenchmarkRequest} from './request.ts';

/** @throws {Failure} usage `no-data-set`, `bad-data-set`, `empty-data-set`; of the code host */
export async function openDataSet({dataSet, options, machine}: BenchmarkRequest, context: Context): Promise<DataSet> {
	const {complexity} = options;
	if (dataSet === null) return loadDataSet(machine.ownDataSet, 'the sample comments of pr-resolve', complexity);
	if ('file' in dataSet) return loadDataSet(resolve(context.cwd, dataSet.file), dataSet.file, complexity);
	const made = await dataSetOf(dataSet.pullRequest, complexity, context);
	if (made.entries.length === 0) throw nothingToAsk(made.source, made.notes);
	return made;
}

export function nothingToAsk(source: string, notes: readonly string[]): Failure {
	const message = [`No usable entries in ${source}.`, ...notes].join(' ');
	return new Failure('usage', 'empty-data-set', message, 'Choose another data set or another --complexity.');
}
