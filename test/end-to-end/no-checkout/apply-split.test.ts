import {expect, test} from 'vitest';
import {type Fault, fault} from '../../emulators/github/faults.ts';
import {applying} from './applying.ts';

const cut = () => fault.cut();

/** Two commits, of which the second meets these faults. */
const second = async (...faults: Fault[]) => {
	const opened = await applying();
	opened.host.faults.on('CreateCommit', fault.none(), ...faults);
	return opened;
};

test('a second commit that rules refuse: only what is in the first counts as applied', async () => {
	const opened = await second(fault.errors({type: 'BRANCH_PROTECTION_RULE_VIOLATION', message: 'No.'}));
	const {code, report} = await opened.apply('--set', 'split=file');
	expect([code, report.stops]).toMatchObject([4, [{code: 'push-declined'}]]);
	expect(report).toMatchObject({
		findings: [{outcome: 'applied'}, {outcome: 'failed', reason: 'its commit was not made'}],
		files: [{path: 'src/list.txt', applied: 1}],
		commits: [{oid: opened.there(), pushed: true}],
		uncommitted: [{path: 'src/other.txt'}],
	});
});

test('a branch that is deleted after the first commit: the message does not deny that commit', async () => {
	const opened = await second(fault.errors({message: 'Reference does not exist'}));
	const {report} = await opened.apply('--set', 'split=file');
	expect(report).toMatchObject({
		commits: [{}],
		stops: [{message: expect.stringMatching(/^Nothing else was committed: /)}],
	});
});

test('a second commit whose answer is lost: the first is reported, and --continue finds both', async () => {
	const opened = await second(cut());
	opened.host.faults.on('BranchHistory', cut(), cut(), cut(), cut());
	const {code, report} = await opened.apply('--set', 'split=file');
	expect([code, report]).toMatchObject([
		1,
		{
			stops: [{code: 'unknown-commit'}],
			findings: [{outcome: 'applied'}, {outcome: 'failed', reason: 'its commit may not be made'}],
			commits: [{oid: opened.git('rev-parse', 'refs/heads/feature^')}],
		},
	]);
	const continued = await opened.call(['apply', '--continue', '--json']);
	expect([continued.code, continued.json]).toMatchObject([0, {stops: [], commits: [{}, {oid: opened.there()}]}]);
});

test('a second commit that has to wait for a limit: the first is reported, and --continue makes it', async () => {
	const opened = await second(...Array.from({length: 4}, () => fault.secondaryLimit({retryAfter: 60})));
	const {code, report} = await opened.apply('--set', 'split=file');
	expect([code, report]).toMatchObject([
		5,
		{findings: [{outcome: 'applied'}, {outcome: 'failed'}], commits: [{oid: opened.there()}]},
	]);
	const continued = await opened.call(['apply', '--continue', '--json']);
	expect([continued.code, continued.json]).toMatchObject([0, {stops: [], commits: [{}, {oid: opened.there()}]}]);
});

test('a force-push between two commits drops the first: both are made on the new head, and only they are reported', async () => {
	const opened = await applying();
	const before = opened.there();
	const forcePush = fault.meanwhile(() => {
		opened.git('update-ref', 'refs/heads/feature', before);
		opened.moveThere({'theirs.txt': 'theirs\n'});
	});
	opened.host.faults.on('CreateCommit', forcePush);
	const {code, report} = await opened.apply('--set', 'split=file');
	const listed = opened.git('rev-list', '--reverse', '-n', '2', 'refs/heads/feature').split('\n');
	expect([code, report.commits.map(({oid}) => oid)]).toEqual([0, listed]);
	expect(report.publication?.target.before).toBe(opened.git('rev-parse', `${listed[0]}^`));
});

test.each([0, 1])('a host that shows only %d of the commits yet: each thread names its own', async shown => {
	const opened = await applying();
	const before = opened.there();
	const late = fault.showing(() => {
		const after = opened.git('rev-list', '--reverse', `${before}..refs/heads/feature`).split('\n');
		return [before, ...(after.length < 2 ? after.filter(Boolean) : after.slice(0, shown))];
	});
	opened.host.faults.on('Publish', ...Array.from({length: 12}, () => late));
	const {code, report} = await opened.apply('--set', 'split=file', '--reply');
	const words = report.commits.map(({oid}) => [false, `Applied in ${oid}.`]);
	expect([code, words.length, opened.threads()]).toEqual([0, 2, words]);
});
