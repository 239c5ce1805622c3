import {pathToFileURL} from 'node:url';
import {startAnthropic} from '../../test/emulators/anthropic/server.ts';
import {startOllama} from '../../test/emulators/ollama/server.ts';
import {startOpenAI} from '../../test/emulators/openai/server.ts';
import {putPrograms} from '../../test/emulators/programs/put.ts';
import type {FaultName} from '../../test/emulators/vendor/faults.ts';
import type {AnswerOf, SeenRequest} from '../../test/emulators/vendor/server.ts';
import {wellRead} from '../../test/emulators/vendor/well-read.ts';
import {latencies} from './latencies.ts';

/** The answer of a model that has no proposal and is not sure. */
const atALoss = {explanation: '', verdict: 'no-change', changes: [], confidence: 0.55};

type Settings = {
	/** The folder of the sample comments. */
	data: string;
	/** The folder for the stand-ins of client programs. */
	folder: string;
	/** The module that they run. */
	standIn: string;
};

/**
 * Emulators of the five kinds of providers: HTTP servers in this process, and programs. Each has its own latencies;
 * some fail now and then, and one for so long that its circuit opens. Returns the variables that point to them.
 */
export async function openServices({data, folder, standIn}: Settings): Promise<Record<string, string>> {
	const {samples, sampleOf, rightAnswer} = wellRead(data);
	const wrongEach = (each: number): AnswerOf => {
		let asked = 0;
		return request => (++asked % each === 0 ? atALoss : rightAnswer(sampleOf(request)));
	};
	const failing = (name: FaultName, isHit: (asked: number) => boolean) => {
		let asked = 0;
		return ({asked: question}: SeenRequest) => (question && isHit(++asked) ? name : null);
	};
	const local = await startOllama({answer: wrongEach(5), latencyMs: latencies(420, 0.3)});
	const openai = await startOpenAI({
		answer: wrongEach(11),
		latencyMs: latencies(160, 0.45),
		fault: failing('rate-limit', asked => asked % 17 === 0),
	});
	const anthropic = await startAnthropic({
		answer: wrongEach(25),
		latencyMs: latencies(290, 0.35),
		fault: failing('overloaded', asked => asked > 14 && asked <= 19),
	});
	const answers = samples.map(sample => ({
		when: `The remark, on "${sample.path}" line ${sample.line}:`,
		answer: rightAnswer(sample),
	}));
	const success = {name: 'success', answer: atALoss, answers} as const;
	const {path} = putPrograms(
		folder,
		{claude: success, codex: [...Array(20).fill(success), 'server-error', success]},
		pathToFileURL(standIn),
	);
	return {
		LOCAL_BASE_URL: local.url,
		OPENAI_BASE_URL: openai.url,
		OPENAI_API_KEY: openai.key,
		ANTHROPIC_BASE_URL: anthropic.url,
		ANTHROPIC_API_KEY: anthropic.key,
		PATH: path,
	};
}
