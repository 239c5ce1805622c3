import type {FoundPull, ReadPullRequest} from '../../code-host/lists.ts';
import type {Comment} from '../../review/comment.ts';
import {commentLookup} from '../../review/comment-lookup.ts';
import {isThreadReply} from '../../review/conversations.ts';
import {dialectOfMarks} from '../../review/dialects/registry.ts';
import {type Finding, hasCode} from '../../review/finding.ts';
import type {ThreadRules} from '../../review/judge.ts';
import {readComments} from '../../review/read.ts';
import {reviewerName} from '../../review/reviewer.ts';
import {firstParentIds} from '../../worktree/ancestry.ts';
import type {Git} from '../../worktree/git.ts';
import {gitOf, type Repository} from '../../worktree/repository.ts';
import type {Context} from '../context.ts';
import {filesBeside} from '../files/code-beside.ts';
import {fetchForBlame, readFiles} from '../files/read-files.ts';
import {inSteps} from '../generators.ts';
import {drawUpEach, filesForChanges, proposeEach} from '../plan/propose.ts';
import {makeDriver} from '../state.ts';
import type {CountedFinding, CountedPull, NotCounted} from './counted.ts';
import {editedBy} from './edited-by.ts';
import {readSaid} from './said-of.ts';
import {type EditedLines, proposalsById, type Stand, standOnHead} from './stand-on-head.ts';

/** A pull request as it was listed, and read whole. */
export type PullToCount = {listed: FoundPull; read: ReadPullRequest};

/** What a reviewer calls done is read all the same: its lines decide. */
const rules: ThreadRules = {includeResolved: true, excludeOutdated: false, includeDone: true};

/**
 * Counts the findings of a pull request by what became of them at its last head.
 * @param repository without a working tree; it may have other heads of the same repository
 * @throws {Failure} of git; those of the host; the signal's reason
 */
export async function countPull(
	{listed, read}: PullToCount,
	repository: Repository,
	context: Context,
): Promise<CountedPull> {
	const {pullRequest} = read;
	const {findings: all} = await inSteps(readComments(pullRequest, rules), context.signal);
	const told = all.some(({alsoTold}) => alsoTold.length > 0)
		? (await inSteps(readComments(pullRequest, {...rules, includeDone: false}), context.signal)).findings
		: all;
	const commentOf = commentLookup(pullRequest);
	const whys = all.filter(asksForNothing).map(finding => whyNotCounted(finding, commentOf(finding)));
	const numberOf = (why: NotCounted) => whys.filter(each => each === why).length;
	return {
		...nothingCounted(listed),
		headOid: pullRequest.headRefOid,
		findings: await countFindings(
			all.filter(finding => !asksForNothing(finding)),
			read,
			repository,
			context,
		),
		notCounted: {
			reply: numberOf('reply'),
			remark: numberOf('remark'),
			hidden: numberOf('hidden'),
			repeated: told.length - all.length,
		},
		incomplete: [...pullRequest.completeness.incomplete],
	};
}

/** As it is listed, without findings. */
export function nothingCounted({host, owner, name, number, url, state, ...listed}: FoundPull): CountedPull {
	const {createdAt, updatedAt, endedAt, headOid, changedLines} = listed;
	return {
		...{host, repository: `${owner}/${name}`, number, url, state},
		...{createdAt, updatedAt, endedAt, headOid, changedLines},
		findings: [],
		notCounted: {reply: 0, remark: 0, hidden: 0, repeated: 0},
		incomplete: [],
	};
}

const asksForNothing = ({disposition}: Finding) => disposition?.outcome === 'not-actionable';

/** Why a finding that asks for nothing does so. */
function whyNotCounted(finding: Finding, comment: Comment | undefined): NotCounted {
	const isPending = comment !== undefined && 'state' in comment && comment.state === 'pending';
	if (comment?.isMinimized || isPending) return 'hidden';
	return isThreadReply(finding) ? 'reply' : 'remark';
}

async function countFindings(
	asking: readonly Finding[],
	read: ReadPullRequest,
	empty: Repository,
	context: Context,
): Promise<CountedFinding[]> {
	if (asking.length === 0) return [];
	const {pullRequest} = read;
	const stands = await standsOf(asking, read, empty, context);
	context.signal.throwIfAborted();
	const saidOf = readSaid(pullRequest);
	const commentOf = commentLookup(pullRequest);
	return asking.map((finding): CountedFinding => {
		const {isDeclined, answeredAt, isResolved} = saidOf(finding);
		const stand = stands.get(finding.id) ?? {kind: 'undecidable', why: 'lines lost'};
		const isAnswered = answeredAt !== null && isResolved;
		const comment = commentOf(finding);
		const {id, source, severity, category, path, alsoTold} = finding;
		return {
			id,
			url: source.url,
			...reviewerOf(finding, comment?.body ?? ''),
			severity,
			category: categoryIn(category),
			path,
			hasCode: hasCode(finding),
			class: stand.kind !== 'untouched' ? stand.kind : isDeclined ? 'declined' : isAnswered ? 'answered' : 'untouched',
			why: stand.kind === 'undecidable' ? stand.why : null,
			createdAt: comment?.createdAt ?? null,
			answeredAt,
			repeats: alsoTold.length,
		};
	});
}

/** A word or three, as bots name categories. What else stands in its place is text of the comment, which is not kept. */
const categoryIn = (category: string | null): string | null =>
	category !== null && /^[\p{L}\d]+(?:[ _./-][\p{L}\d]+){0,2}$/u.test(category) && category.length <= 40
		? category
		: null;

/** A bot whose account was deleted is known by the marks in what it wrote. */
function reviewerOf({author}: Finding, body: string): Pick<CountedFinding, 'reviewer' | 'isBot'> {
	const signed = author === null ? dialectOfMarks(body) : null;
	return {reviewer: signed?.name ?? reviewerName(author), isBot: author?.isBot ?? signed !== null};
}

/** What the last head shows of a finding, and the history where that is needed. */
type Settled = Exclude<Stand, {kind: 'edited'}> | {kind: 'changed'};

/** By the id of the finding. */
type Stands = ReadonlyMap<string, Settled>;

async function standsOf(
	asking: readonly Finding[],
	read: ReadPullRequest,
	empty: Repository,
	context: Context,
): Promise<Stands> {
	const {signal} = context;
	const {pullRequest} = read;
	const driver = makeDriver(() => {});
	const wanted = [...filesForChanges(asking), ...filesBeside(asking)];
	if (wanted.length === 0) return new Map(asking.map(({id}) => [id, {kind: 'undecidable', why: 'no lines'}]));
	const {repository, snapshot} = await driver.follow(readFiles(wanted, pullRequest, empty, context));
	const drawn = await inSteps(drawUpEach(asking, snapshot), signal);
	const proposals = proposalsById(await inSteps(proposeEach(drawn, snapshot), signal));
	const stands = new Map(
		asking.map((read, index) => [read.id, standOnHead(read, drawn[index] ?? read, proposals, snapshot)] as const),
	);
	return settleEdits(stands, read, repository, context);
}

/** The commits of a pull request. Of very many the host does not list all: then those that were made on its branch. */
async function commitsOf(
	git: Git,
	head: string,
	count: number,
	listed: readonly string[] | undefined,
): Promise<ReadonlySet<string>> {
	if (listed?.length === count) return new Set(listed);
	return new Set([...(listed ?? []), ...(await firstParentIds(git, head, [`--max-count=${count}`]))]);
}

/** Finds out whose edits they are. */
async function settleEdits(
	stands: ReadonlyMap<string, Stand>,
	{pullRequest, commits}: ReadPullRequest,
	repository: Repository,
	context: Context,
): Promise<Stands> {
	const {headRefOid: head, commitCount = 1} = pullRequest;
	const edited = [...stands.values()].flatMap(stand => (stand.kind === 'edited' ? stand.lines : []));
	const git = gitOf(repository, {...context, offline: true});
	const published =
		edited.length === 0 || head === null ? new Set<string>() : await commitsOf(git, head, commitCount, commits);
	const paths = [...new Set(edited.map(({path}) => path))];
	if (head !== null && paths.length > 0) await fetchForBlame(paths, head, pullRequest, repository, context);
	const whose = async (lines: readonly EditedLines[]): Promise<Settled> => {
		let isKnown = true;
		for (const each of lines) {
			const by = head === null ? 'unknown' : await editedBy(each, {git, head, published});
			if (by === 'pull request') return {kind: 'changed'};
			if (by === 'unknown' || each.trace.where.kind === 'gone') isKnown = false;
		}
		return isKnown ? {kind: 'untouched'} : {kind: 'undecidable', why: 'lines lost'};
	};
	const settled = new Map<string, Settled>();
	for (const [id, stand] of stands) settled.set(id, stand.kind === 'edited' ? await whose(stand.lines) : stand);
	return settled;
}
