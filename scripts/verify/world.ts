import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'

import { grantComplimentaryAccess, revokeComplimentaryAccess } from '#server/services/commerce/settlement/complimentary-access.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { prepareKeys } from '#server/services/platform/keys/prepare-keys.ts'

import type { Findings } from './findings.ts'
import { type VerifyAccount, makeAccount, signInToConsole, signInWithPasswordOnly, signIn, TEST_VISITOR } from './people.ts'
import type { Role } from './read-permissions.ts'
import { buyAndReturn, canBuy } from './sandbox-purchase.ts'
import { VerifyClient, type TestPerson, type VerifyResponse, type VerifyRequest } from './verify-client.ts'

type Watched = {
	findings: Findings
	/** Text that occurs only in the buyer's own data. */
	secrets: readonly string[]
	isHttps: boolean
}

const HEADERS: readonly (readonly [name: string, fits: RegExp])[] = [
	['x-content-type-options', /^nosniff$/],
	['x-frame-options', /^(DENY|SAMEORIGIN)$/],
	['referrer-policy', /^(no-referrer|same-origin|strict-origin-when-cross-origin|strict-origin)$/],
	['cross-origin-opener-policy', /^same-origin$/],
	['permissions-policy', /camera=\(\)/],
	['content-security-policy', /frame-ancestors '(none|self)'/],
]

const STACK = /\bat [^\n]{1,200}\.[cm]?[jt]sx?:\d+:\d+/
const isOfConsole = (path: string) => path.startsWith('/admin')
const mayReadSecrets = ({ who }: VerifyResponse, path: string) =>
	who === 'buyer' || (isOfConsole(path) && (who === 'support' || who === 'operator'))

function checkHeaders({ headers, ...answer }: VerifyResponse, { findings, isHttps }: Watched): void {
	const expected = isHttps ? [...HEADERS, ['strict-transport-security', /max-age=\d{7,}/] as const] : HEADERS
	for (const [name, fits] of expected) {
		const value = headers.get(name)
		if (value === null || !fits.test(value)) findings.add(answer, `header ${name} (${fits.source})`, value ?? 'none')
	}
	const powered = headers.get('x-powered-by')
	if (powered !== null) findings.add(answer, 'no x-powered-by header', powered)
}

function checkOrigins({ headers, ...answer }: VerifyResponse, path: string, { findings }: Watched): void {
	if (headers.has('access-control-allow-credentials'))
		findings.add(answer, 'no access with cookies from other sites', 'Access-Control-Allow-Credentials')
	const origin = headers.get('access-control-allow-origin')
	if (origin !== null && (origin !== '*' || isOfConsole(path)))
		findings.add(answer, 'no origin is named', `Access-Control-Allow-Origin: ${origin}`)
}

function checkCookies({ headers, ...answer }: VerifyResponse, { findings, isHttps }: Watched): void {
	for (const line of headers.getSetCookie()) {
		const name = line.split('=')[0] ?? ''
		if (!/; *HttpOnly/i.test(line)) findings.add(answer, `cookie ${name} with HttpOnly`, 'without')
		if (!/; *SameSite=(Lax|Strict|None)/i.test(line)) findings.add(answer, `cookie ${name} with SameSite`, 'without')
		if (isHttps && !/; *Secure/i.test(line)) findings.add(answer, `cookie ${name} with Secure`, 'without')
	}
}

function checkCaching({ headers, status, ...answer }: VerifyResponse, isPublic: boolean, { findings }: Watched): void {
	const rule = headers.get('cache-control') ?? ''
	const isPrivate = /\b(no-store|private)\b/.test(rule)
	if (!isPrivate && !isPublic) findings.add({ ...answer, status }, 'Cache-Control: no-store or private', rule || 'none')
}

/** Checks the requirements that every response must meet: headers, cookies, caching, no details of errors, no data of others. */
function watchAnswer(answer: VerifyResponse, request: VerifyRequest, watched: Watched): void {
	const { path, isPublic = false } = request
	checkHeaders(answer, watched)
	checkOrigins(answer, path, watched)
	checkCookies(answer, watched)
	checkCaching(answer, isPublic, watched)
	if (answer.status >= 500 && answer.status !== 503) watched.findings.add(answer, 'no error of the server', answer.text.slice(0, 100))
	if (STACK.test(answer.text) && !path.startsWith('/admin/assets/')) watched.findings.add(answer, 'no stack trace', 'a stack trace')
	const secret = mayReadSecrets(answer, path) ? undefined : watched.secrets.find((each) => answer.text.includes(each))
	if (secret !== undefined) watched.findings.add(answer, 'nothing of another person', `the buyer’s “${secret}”`)
}

/** Everything a check needs: people, data that must stay hidden, and the list of findings. */
export type TestWorld = {
	ctx: ServiceContext
	client: VerifyClient
	findings: Findings
	people: Record<Role, TestPerson>
	buyer: VerifyAccount
	half: TestPerson
	/** Text in the buyer's own data. */
	mark: string
	orderId: string
	/** Link to a paid document that the refunded buyer got while access lasted; null if there is no such document. */
	oldLink: string | null
	/** True if purchases can be tried, because the payments are the sandbox's. */
	isSandbox: boolean
	notes: string[]
	/** Addresses without an account that get no mail until the end of the run. */
	silenced: string[]
}

/** Stores the buyer's own data, each row with the mark. */
async function fillBuyer({ db, now }: ServiceContext, { userId }: VerifyAccount, mark: string): Promise<void> {
	const at = now()
	const own = { user_id: userId }
	await db
		.insertInto('progress_entries')
		.values({ ...own, kind: 'section', key: `1/${mark}`, done: true, changed_at: at, stored_at: at })
		.execute()
	await db
		.insertInto('user_sms_settings')
		.values({ ...own, phone_number: '+12025550173' })
		.execute()
	await db
		.insertInto('sms_logs')
		.values({ ...own, type: 'course_progress', message: mark, status: 'sent', created_at: at })
		.execute()
	await db
		.insertInto('planner_weeks')
		.values({ ...own, week: '2020-01-06', focus_area: mark, focus_changed_at: at, rows: '[]', stored_at: at })
		.execute()
	await sql`update auth.users set raw_user_meta_data = jsonb_build_object('name', ${mark}::text) where id = ${userId}`.execute(db)
}

/** Returns a signed link to the first paid document, as the person's browser gets it. */
async function readLink({ ctx, client }: Pick<TestWorld, 'ctx' | 'client'>, person: TestPerson): Promise<string | null> {
	const paid = [...ctx.content.libraryDocuments.values()].find(({ access }) => access !== 'free')
	if (!paid) return null
	const answer = await client.send(person, {
		method: 'POST',
		path: '/api/downloads',
		body: { document: paid.slug, format: paid.formats[0] },
	})
	return answer.status === 200 ? (JSON.parse(answer.text) as { url: string }).url : null
}

type Making = Pick<TestWorld, 'ctx' | 'client' | 'isSandbox' | 'notes'>

/**
 * Gives the account access and revokes it: by a purchase and a refund in the sandbox, otherwise as the operator.
 * @returns link to a paid document that worked in the meantime; null if there is no such document
 */
async function makeRefunded(making: Making, account: VerifyAccount): Promise<string | null> {
	const { ctx, isSandbox } = making
	if (isSandbox) return buyAndReturn(making, account, () => readLink(making, account))
	const orderId = await grantComplimentaryAccess(ctx, account.userId, { mails: false })
	const link = await readLink(making, account)
	await revokeComplimentaryAccess(ctx, orderId)
	return link
}

/** @throws Error if the server doesn't respond, or doesn't know an account of this database */
async function requireSameDatabase({ client }: Pick<TestWorld, 'client'>, person: TestPerson): Promise<void> {
	const answer = await client.send(person, { path: '/auth/v1/user' }).catch((error: unknown) => {
		if (!(error instanceof TypeError)) throw error // the run was interrupted
		throw new Error(`the server at ${client.base} does not respond; start it, or pass its URL with --url`, { cause: error })
	})
	if (answer.status !== 200)
		throw new Error(`the server at ${client.base} uses another database, or other keys: it answers ${answer.status}`)
}

/** Creates the temporary people. @throws Error if the server can't be used */
export async function makeTestWorld(
	ctx: ServiceContext,
	options: { base: string; findings: Findings; signal: AbortSignal },
): Promise<Omit<TestWorld, 'silenced'>> {
	const { base, findings, signal } = options
	const word = randomBytes(6).toString('hex')
	const mark = `verify-${word}`
	const watched = { findings, secrets: [mark], isHttps: base.startsWith('https:') }
	const isForwarded = ctx.config.trustedProxyHops > 0
	const client = new VerifyClient(base, { isForwarded, signal, watch: (answer, request) => watchAnswer(answer, request, watched) })
	await prepareKeys(ctx)
	const make = async (role: TestPerson['role']) => signIn(ctx, await makeAccount(ctx, role, word))
	const [learner, buyer, refunded] = [await make('learner'), await make('buyer'), await make('refunded')]
	await requireSameDatabase({ client }, learner)
	const isSandbox = canBuy(ctx)
	const notes = isSandbox
		? []
		: ['Purchases and refunds were not tried, because payments are live or invoices are on: access was given and revoked instead.']
	const orderId = await grantComplimentaryAccess(ctx, buyer.userId, { mails: false })
	await fillBuyer(ctx, buyer, mark)
	const making = { ctx, client, isSandbox, notes }
	const oldLink = await makeRefunded(making, refunded)
	const support = await signInToConsole(ctx, client, await makeAccount(ctx, 'support', word))
	const account = await makeAccount(ctx, 'operator', word)
	const operator = await signInToConsole(ctx, client, account)
	const half = { ...(await signInWithPasswordOnly(client, account)), role: 'half signed-in operator' } as const
	const people = { visitor: { ...TEST_VISITOR, cookies: new Map<string, string>() }, learner, buyer, refunded, support, operator }
	return { ...making, findings, people, buyer, half, mark, orderId, oldLink }
}
