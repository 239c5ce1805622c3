// Stands in for the program: does to the work tree what the comments tell it, and says about them what they tell it.
import {readFileSync, writeFileSync} from 'node:fs';
import {argv, env, exit, stdout} from 'node:process';

const comments = JSON.parse(readFileSync(argv[argv.indexOf('--from') + 1], 'utf8'));
const report = {findings: [], changes: []};
for (const {id, path, body, commit_id} of comments) {
	const {write = {}, say = [], exitCode} = JSON.parse(body);
	if (exitCode !== undefined) exit(exitCode);
	for (const [name, text] of Object.entries(write)) writeFileSync(name, text);
	const change = `c${id}`;
	for (const outcome of say) {
		report.findings.push({source: {commentId: String(id)}, alsoTold: [], outcome, changes: [change]});
		report.changes.push({id: change, path, outcome, commit: commit_id, home: env.HOME});
	}
}
stdout.write(JSON.stringify(report));
