import {basename} from 'node:path';
import {type ReportPlaces, writeOutput} from '../../report/output.ts';
import type {BenchmarkResult} from '../result.ts';
import {formatChart} from './chart.ts';
import {formatBenchmark} from './markdown.ts';

/** Writes the report and its picture. @throws {Failure} `output-not-writable` */
export async function writeReport(result: BenchmarkResult, {report, chart}: ReportPlaces): Promise<void> {
	await writeOutput(chart, formatChart(result.providers));
	await writeOutput(report, formatBenchmark(result, basename(chart)));
}
