import { randomBytes, timingSafeEqual } from 'node:crypto'

import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

/** Cookie with a random ID and, for each account that signed in here, a signature by this server. */
export const BROWSER_COOKIE = 'launchway_browser'
const COOKIE = /^[\w-]{22}(?:\.[\w-]{22}){1,4}$/
const MAX_ACCOUNTS = 4

const parse = (cookie: string | null): { id: string; marks: string[] } | null => {
	if (cookie === null || !COOKIE.test(cookie)) return null
	const [id = '', ...marks] = cookie.split('.')
	return { id, marks }
}

async function signAddress(ctx: ServiceContext, id: string, address: string): Promise<string> {
	return (await keyedHash(ctx, 'addresses', ['browser', id, address])).subarray(0, 16).toString('base64url')
}

/** Returns the browser's ID; null if the account with this address hasn't signed in with this browser. */
export async function findKnownBrowser(ctx: ServiceContext, address: string): Promise<string | null> {
	const known = parse(ctx.browserCookie)
	if (known === null) return null
	const mark = Buffer.from(await signAddress(ctx, known.id, address))
	return known.marks.some((own) => timingSafeEqual(Buffer.from(own), mark)) ? known.id : null
}

/** Returns the cookie with this account added. It contains the four most recent accounts. */
export async function rememberBrowser(ctx: ServiceContext, address: string): Promise<string> {
	const known = parse(ctx.browserCookie)
	const id = known?.id ?? randomBytes(16).toString('base64url')
	const mark = await signAddress(ctx, id, address)
	const marks = [mark, ...(known?.marks ?? []).filter((own) => own !== mark)]
	return [id, ...marks.slice(0, MAX_ACCOUNTS)].join('.')
}
