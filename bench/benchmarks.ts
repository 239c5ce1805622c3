import {agents} from './agents.ts';
import {analyze} from './analyze.ts';
import {apply} from './apply.ts';
import type {Benchmark} from './benchmark.ts';
import {circuit} from './circuit.ts';
import {deliveryChain} from './closing-chain.ts';
import {deliveryKills} from './closing-kills.ts';
import {commit} from './commit.ts';
import {faults} from './faults.ts';
import {fuzz} from './fuzz.ts';
import {growth} from './growth.ts';
import {harness} from './harness.ts';
import {hostile} from './hostile.ts';
import {inbox} from './inbox.ts';
import {injections} from './injections.ts';
import {kills} from './kills.ts';
import {masking} from './masking.ts';
import {modelStage} from './model-stage.ts';
import {noCheckout} from './no-checkout.ts';
import {organization} from './organization.ts';
import {overspend} from './overspend.ts';
import {promptSize} from './prompt-size.ts';
import {randomFleets} from './random-fleets.ts';
import {randomWatches} from './random-watches.ts';
import {reading} from './reading.ts';
import {replies} from './replies.ts';
import {rounds} from './rounds.ts';
import {secondRun} from './second-run.ts';
import {sharedBudget} from './shared-budget.ts';
import {shown} from './shown.ts';
import {slowModel} from './slow-model.ts';
import {startup} from './startup.ts';
import {stats} from './stats.ts';
import {stumble} from './stumble.ts';
import {terminal} from './terminal.ts';
import {verify} from './verify.ts';
import {walks} from './walks.ts';

/** All benchmarks of the program, in the order in which they run. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
	growth,
	reading,
	hostile,
	fuzz,
	kills,
	'closing-kills': deliveryKills,
	'closing-chain': deliveryChain,
	injections,
	startup,
	analyze,
	apply,
	commit,
	'prompt-size': promptSize,
	agents,
	masking,
	overspend,
	'shared-budget': sharedBudget,
	organization,
	circuit,
	stumble,
	'model-stage': modelStage,
	'second-run': secondRun,
	'slow-model': slowModel,
	faults,
	verify,
	replies,
	'no-checkout': noCheckout,
	inbox,
	stats,
	rounds,
	'random-watches': randomWatches,
	'random-fleets': randomFleets,
	terminal,
	shown,
	walks,
	harness,
};
