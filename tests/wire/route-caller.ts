import { onTestFinished } from 'vitest'

import type { RouteLine } from '#scripts/reference/route-lines.ts'
import { startHttpServer } from '#server/process/listen.ts'

import { SECRET_KEY } from './admin-client.ts'
import { createSender } from './any-input/send.ts'
import { addressOf, makeOwner, SILENT } from './strangers-owner.ts'
import { ROUTES } from './strangers-routes.ts'
import { signedIn, startWire } from './test-client.ts'

const SID = '0'.repeat(32)
/** Turns everything on, so that every endpoint works. */
const ENV = {
	...SILENT.env,
	TRUSTED_PROXY_HOPS: '1',
	TWILIO_ACCOUNT_SID: `AC${SID}`,
	TWILIO_AUTH_TOKEN: 'nobody-is-there',
	TWILIO_CODE_SERVICE_SID: `MG${SID}`,
	TWILIO_NOTIFICATION_SERVICE_SID: `MG${SID}`,
	TWILIO_API_BASE: 'http://127.0.0.1:1',
}

/** Well-formed JSON that no contract accepts. */
const NOTHING = '{"nothing":1}'

/** Paths of objects that everyone may see. */
const FITTING: Record<string, string> = {
	'/api/course/modules/:moduleId/lessons/:lessonId': '/api/course/modules/1/lessons/skills-inventory-assessment',
	'/documents/:file': '/documents/career-roadmap-template.pdf',
	'/certificates/status/:list': '/certificates/status/0',
	'/admin/content/site/at/*': '/admin/content/site/at/',
	'/admin/*': '/admin/nothing/here',
}

type Asked = {
	headers?: Record<string, string>
	body?: string
	path?: string
	/** Sends the body in chunks, without its length. */
	isChunked?: boolean
}

/** Kind of caller that an endpoint permits, derived from the words in `routes.txt`. */
export type Actor = 'anyone' | 'learner' | 'operator' | 'application' | 'holder' | 'sender' | 'machine' | 'rows' | 'console'
const ACTORS: [RegExp, Actor][] = [
	[/^(anyone|per access policy)/, 'anyone'],
	[/^(access token, own rows|access token; anyone else|granted roles)/, 'rows'],
	[/^(access token|learner|owner$)/, 'learner'],
	[/^secret key$/, 'operator'],
	[/^(application|token of an application)$/, 'application'],
	[/^(holder|browser that started it|bearer|owner,)/, 'holder'],
	[/^(SMS|payment) provider$/, 'sender'],
	[/^this machine/, 'machine'],
	[/^(support|operator)( with step-up)?$/, 'console'],
]
export function actorOf({ endpoint, who }: RouteLine): Actor {
	const fitting = ACTORS.filter(([words]) => words.test(who)).map(([, actor]) => actor)
	if (fitting.length === 0) throw new Error(`${endpoint}: no actor is called "${who}"`)
	return fitting[0] as Actor
}

/** These end the owner's session or account, so they come last. */
const ENDS = ['DELETE /api/sessions/:id', 'POST /auth/v1/logout', 'PUT /auth/v1/admin/users/:id', 'DELETE /auth/v1/admin/users/:id']
export const inOrder = (rows: readonly RouteLine[]) =>
	rows.toSorted((one, other) => ENDS.indexOf(one.endpoint) - ENDS.indexOf(other.endpoint))

const typeOf = (path: string) => (/^\/(api|auth|functions|rest)\//.test(path) ? 'application/json' : 'application/x-www-form-urlencoded')

/** Starts the whole server behind a socket, with a learner who owns one of everything, a stranger and the operator. */
export async function startRoutes() {
	const wire = await startWire({ ...SILENT, env: ENV })
	// The certificate issuer's document exists only with a public URL.
	Object.assign(wire.deps.config, { publicUrl: 'https://academy.example' })
	const owner = await makeOwner(wire)
	const stranger = await signedIn(wire)
	const listener = await startHttpServer(wire.app.fetch, { host: '127.0.0.1', port: 0 })
	onTestFinished(() => listener.close())
	const { send, close } = createSender(listener.port)
	onTestFinished(close)

	const callers = {
		nobody: {},
		owner: { authorization: owner.headers.authorization },
		stranger: { authorization: `Bearer ${stranger.session.access_token}` },
		operator: { authorization: `Bearer ${SECRET_KEY}`, apikey: SECRET_KEY },
		forger: { authorization: `${owner.headers.authorization.slice(0, -4)}AAAA` },
	}
	const ask = ({ endpoint, method, path }: RouteLine, { headers = {}, body = NOTHING, isChunked = false, ...asked }: Asked = {}) => {
		const target = asked.path ?? FITTING[path] ?? addressOf(endpoint, ROUTES[endpoint] ?? {}, owner).path
		const sent = { 'content-type': typeOf(path), ...(isChunked && { 'transfer-encoding': 'chunked' }), ...headers }
		return send(
			{ endpoint, method, target, headers: Object.entries(sent), body: method === 'GET' ? null : body, caller: 'nobody', times: 1 },
			null,
		)
	}
	/** Returns the headers of an authorized caller. */
	const rightful = (row: RouteLine): Record<string, string> => {
		const actor = actorOf(row)
		if (actor === 'operator') return callers.operator
		return actor === 'learner' || actor === 'rows' || actor === 'holder' ? callers.owner : callers.nobody
	}
	return { wire, owner, callers, ask, rightful }
}
