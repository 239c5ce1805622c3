import {isDeepStrictEqual} from 'node:util';
import type {Repository} from '../../worktree/repository.ts';
import type {Analysis} from '../analyze.ts';
import type {Context} from '../context.ts';
import {readDecidedAgain} from '../decisions/answers.ts';
import {proveHere, withFixes} from '../decisions/fixed-here.ts';
import {markedFixed} from '../decisions/proven-fix.ts';
import type {OwnRuns} from './own-runs.ts';
import {placeOpen} from './planned.ts';

/** With what people and agents have decided and marked in this folder by now; the same if that has not changed. */
export async function withWordsOfToday(
	ground: Analysis<Repository>,
	own: OwnRuns,
	context: Context,
): Promise<Analysis<Repository>> {
	const answers = await readDecidedAgain(ground, context);
	const {words, marks} = ground.answers;
	if (isDeepStrictEqual([answers.words, answers.marks], [words, marks])) return ground;
	const proofs = await proveHere(markedFixed(ground.findings, answers.marks), ground, context);
	const findings = withFixes(ground.findings, proofs);
	const isSame = findings.every((one, index) => one === ground.findings[index]);
	return isSame ? {...ground, answers} : placeOpen({...ground, answers, findings}, own, null);
}
