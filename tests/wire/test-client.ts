import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import { createApp } from '#server/process/app.ts'
import type { Deps } from '#server/services/context.ts'
import { makeTestDeps, type TestOverrides } from '#tests/setup/test-deps.ts'

import { findDeviation } from './published-answers.ts'

export const SITE = 'http://localhost:3000'

type AuthOptions = SupabaseClientOptions<'public'>['auth']

export type Wire = Awaited<ReturnType<typeof startWire>>
export type Mail = {
	to: string
	template: string
	subject: string
	body: string
	html: string
	code: string
	linkToken: string
	link: string
}

async function readMails(deps: Deps, to: string): Promise<Mail[]> {
	const rows = await deps.db
		.selectFrom('outbox_messages')
		.selectAll()
		.where('to_address', '=', to)
		.orderBy('created_at')
		.orderBy('id')
		.execute()
	return rows.map((row) => {
		const link = /https?:\/\/\S+token_hash=\S+/.exec(row.body)?.[0] ?? ''
		return {
			to: row.to_address,
			template: row.template,
			subject: row.subject,
			body: row.body,
			html: row.body_html,
			code: /\b\d{6}\b/.exec(row.body)?.[0] ?? '',
			link,
			linkToken: link ? (new URL(link).searchParams.get('token_hash') ?? '') : '',
		}
	})
}

type Ask = (request: Request) => Promise<Response>

/** Compares every response with the published description of its endpoint; the test fails at its end if one differs. */
function watchAnswers(ask: Ask): Ask {
	const deviations = new Set<string>()
	try {
		onTestFinished(() => expect([...deviations]).toEqual([]))
	} catch {
		// Called outside a test, for a whole file.
	}
	return async (request) => {
		const answer = await ask(request)
		const deviation = await findDeviation(request, answer)
		if (deviation !== null) deviations.add(deviation)
		return answer
	}
}

/** Starts the whole server in process, with the real client connected to it. */
export async function startWire(overrides: TestOverrides = {}) {
	const test = await makeTestDeps(overrides)
	const app = createApp(test.deps)
	const ask = watchAnswers(async (request) => app.request(request))
	const request = async (path: string, init: RequestInit = {}) => ask(new Request(new URL(path, SITE), init))

	/** A separate client: another browser. */
	const connect = (auth: AuthOptions = {}): SupabaseClient =>
		createClient(SITE, PUBLISHABLE_KEY, {
			global: { fetch: async (url, init) => ask(new Request(url as string, init)) },
			auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, ...auth },
		})
	/** Makes a raw call, like any other client. */
	const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
		request(`/auth/v1${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', apikey: PUBLISHABLE_KEY, ...headers },
			body: typeof body === 'string' ? body : JSON.stringify(body),
		})
	const mails = (to: string) => readMails(test.deps, to)
	const lastMail = async (to: string): Promise<Mail> => {
		const mail = (await mails(to)).at(-1)
		if (!mail) throw new Error(`no mail to ${to}`)
		return mail
	}
	const countRows = async (table: string): Promise<number> => {
		const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(test.deps.db)
		return rows[0]?.n ?? 0
	}
	return { ...test, app, ask, request, connect, post, mails, lastMail, countRows }
}

let people = 0
/** Returns an unused address. */
export const someAddress = () => `learner${(people += 1)}@example.com`
export const GOOD_PASSWORD = 'orange-lamp-river'

/** Creates a person with a confirmed account and a signed-in client. */
export async function signedIn(wire: Wire, email = someAddress()) {
	const client = wire.connect()
	await client.auth.signUp({ email, password: GOOD_PASSWORD })
	const { code } = await wire.lastMail(email)
	const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email' })
	if (error || !data.session || !data.user) throw new Error(`could not sign in: ${error?.message}`)
	// Lets the minimum interval between emails pass.
	wire.clock.advance(61_000)
	return { client, email, session: data.session, user: data.user }
}
