import {expect, test} from 'vitest';
import {claudeProgram} from '../../../../source/llm/providers/claude/program.ts';
import {diagnose} from '../../../../source/llm/providers/client/diagnosis.ts';
import type {ProgramResult} from '../../../../source/llm/providers/client/program.ts';
import {codexProgram} from '../../../../source/llm/providers/codex/program.ts';
import {copilotProgram} from '../../../../source/llm/providers/copilot/program.ts';
import {endlessWords} from '../api.ts';

const key = ['ghp', 'y'.repeat(36)].join('_');
const choice = {model: null, effort: null};

test.each(endlessWords)('endless messages of a client are reported in a short line: %#', words => {
	const said = words(key);
	const ends = [
		{stdout: said, stderr: ''},
		{stdout: '', stderr: said},
	];
	for (const program of [claudeProgram, codexProgram, copilotProgram]) {
		for (const given of ends) {
			const ended: ProgramResult = {...given, exitCode: 1, stoppedBy: null, output: null};
			program.status.read(ended);
			const reading = program.read(ended, choice);
			if ('reply' in reading) expect.fail('nobody answered');
			const {message} = diagnose(program, reading.symptom);
			expect(message.length).toBeLessThan(500);
			expect(message).not.toContain('yyyy');
		}
	}
});
