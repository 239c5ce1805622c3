import {basename} from 'node:path';
import {type Places, writeOutput} from '../../report/output.ts';
import type {BenchmarkResult} from '../result.ts';
import {formatChart} from './chart.ts';
import {formatBenchmark} from './markdown.ts';

/** Writes the report and its picture. @throws {Failure} `output-not-writable` */
export async function writeReport(result: BenchmarkResult, {report, chart}: Places): Promise<void> {
	await writeOutput(chart, formatChart(result.providers));
	await writeOutput(report, formatBenchmark(result, basename(chart)));
}
