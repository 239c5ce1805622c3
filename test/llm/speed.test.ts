import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {ServerWork} from '../../source/llm/providers/provider.ts';
import {questionTime, speedOf, wasSerial} from '../../source/llm/speed.ts';
import {openSpeeds} from '../../source/llm/speeds.ts';
import {newFolder} from '../helpers/folders.ts';

const work = (read: [number, number], written: [number, number], queueMs = 0): ServerWork => ({
	read: {tokens: read[0], ms: read[1]},
	written: {tokens: written[0], ms: written[1]},
	queueMs,
});

describe('the speed of a model', () => {
	test('is all tokens by all time, of reading and of writing', () => {
		const works = [work([1000, 20_000], [90, 10_000]), work([200, 10_000], [110, 10_000])];
		expect(speedOf(works)).toEqual({inputPerSecond: 40, outputPerSecond: 10});
	});

	test('is not that of a prompt which the server still had, or of a few words', () => {
		const usual = work([1000, 10_000], [100, 10_000]);
		const speed = {inputPerSecond: 100, outputPerSecond: 10};
		expect(speedOf([usual, work([1, 50], [100, 10_000])])).toEqual(speed);
		expect(speedOf([usual, work([1000, 10_000], [2, 1000])])).toEqual(speed);
		expect(speedOf([work([1, 50], [100, 10_000])])).toBeNull();
	});

	test.each([
		['no answer', []],
		['no time', [work([1000, 0], [100, 0])]],
		['no tokens', [work([0, 10], [0, 10])]],
	])('is unknown of %s', (_, works) => {
		expect(speedOf(works)).toBeNull();
	});

	test('gives the time of a question of the usual size', () => {
		expect(questionTime({inputPerSecond: 1241, outputPerSecond: 10})).toEqual({readMs: 1000, allMs: 31_000});
	});
});

/** Answers to requests that were all sent at once, each of the same length, by a server with so many slots. */
const atOnce = (requests: number, slots: number) =>
	Array.from({length: requests}, (_, index) => work([600, 1000], [100, 9000], 10_000 * Math.floor(index / slots)));

describe('answers one after the other', () => {
	test.each([2, 3, 4, 8])('are seen with %i workers', workers => {
		expect(wasSerial(atOnce(workers, 1), workers)).toBe(true);
		expect(wasSerial(atOnce(workers - 1, 1), workers)).toBe(false);
	});

	test.each([
		[2, 2],
		[4, 2],
		[4, 4],
		[8, 2],
		[8, 4],
	])('are not those to %i requests in %i slots', (workers, slots) => {
		expect(wasSerial(atOnce(workers, slots), workers)).toBe(false);
	});

	test('are no finding where only one is sent at a time', () => {
		expect(wasSerial([work([1, 1], [1, 1], 60_000)], 1)).toBe(false);
	});
});

describe('speeds that are kept', () => {
	const of = {address: 'http://127.0.0.1:11434', model: 'qwen2.5-coder:7b'};
	const speed = {inputPerSecond: 30.5, outputPerSecond: 9};
	const newHome = () => {
		const home = newFolder();
		const folder = join(home, '.local/state/pr-resolve/speed');
		return {speeds: openSpeeds({HOME: home}, () => {}), folder};
	};

	test('are of one model of one server, the last one each', async () => {
		const {speeds, folder} = newHome();
		expect(await speeds.find(of)).toBeNull();
		await speeds.keep(of, {inputPerSecond: 1, outputPerSecond: 1});
		await speeds.keep(of, speed);
		await speeds.keep({...of, model: 'llama3.2:3b'}, {inputPerSecond: 90, outputPerSecond: 30});
		expect(await speeds.find(of)).toEqual(speed);
		expect(await speeds.find({...of, address: 'http://127.0.0.1:1'})).toBeNull();
		expect(readdirSync(folder)).toHaveLength(2);
	});

	test.each([
		['nothing', ''],
		['half of it', '{"address":"http'],
		['another kind of value', '[1]'],
		['a rate of zero', JSON.stringify({...of, ...speed, outputPerSecond: 0})],
		['a rate that is no number', JSON.stringify({...of, ...speed, inputPerSecond: '9'})],
		['that of another model', JSON.stringify({...of, ...speed, model: 'other'})],
	])('are unknown if a file holds %s', async (_, content) => {
		const {speeds, folder} = newHome();
		await speeds.keep(of, speed);
		const [name] = readdirSync(folder);
		writeFileSync(join(folder, name!), content);
		expect(await speeds.find(of)).toBeNull();
		await speeds.keep(of, speed);
		expect(JSON.parse(readFileSync(join(folder, name!), 'utf8'))).toEqual({
			schema: 'pr-resolve/speed@1',
			...of,
			...speed,
		});
	});

	test('of a newer version are unknown, and are not written over', async () => {
		const {speeds, folder} = newHome();
		await speeds.keep(of, speed);
		const path = join(folder, readdirSync(folder)[0]!);
		const newer = readFileSync(path, 'utf8').replace(/@\d+/, '@99');
		writeFileSync(path, newer);
		expect(await speeds.find(of)).toBeNull();
		await speeds.keep(of, speed);
		expect(readFileSync(path, 'utf8')).toBe(newer);
	});

	test('are forgotten without a home, or if the folder cannot be written', async () => {
		const homeless = openSpeeds({}, () => {});
		await homeless.keep(of, speed);
		expect(await homeless.find(of)).toBeNull();
		const {speeds, folder} = newHome();
		mkdirSync(join(folder, '..'), {recursive: true});
		writeFileSync(folder, 'a file');
		await speeds.keep(of, speed);
		expect(await speeds.find(of)).toBeNull();
	});
});
