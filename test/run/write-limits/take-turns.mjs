// Books turns in a folder, by a clock that stands still, and prints each. With `dies` it is killed at a moment that it does not choose.
import process from 'node:process';
import {setTimeout} from 'node:timers/promises';
import {fileTurns} from '../../../source/run/write-limits/turns-of-machine.ts';

const [folder, now, rule, turns, manner] = process.argv.slice(2);
const take = fileTurns(folder, () => Number(now));
if (manner === 'dies') setTimeout(Math.random() * 60).then(() => process.kill(process.pid, 'SIGKILL'));
for (let turn = 0; turn < Number(turns); turn += 1) process.stdout.write(`${await take(JSON.parse(rule))}\n`);
