import { timingSafeEqual } from 'node:crypto'

import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

/** Lifetime of a link: long enough to start a download on a slow connection, too short to share. */
const LINK_SECONDS = 300

export type Grant = { slug: string; format: string; userId: string }
type Context = Pick<ServiceContext, 'state' | 'now'>

const hash = (ctx: Context, { slug, format, userId }: Grant, expires: string) =>
	keyedHash(ctx, 'downloads', ['document', slug, format, userId, expires])

/** Signs a download link. Document and format are in the link's path, so only account and expiry are part of the signature. */
export async function signLink(ctx: Context, grant: Grant): Promise<{ signature: string; expiresAt: Date }> {
	const expiresAt = new Date(ctx.now().getTime() + LINK_SECONDS * 1000)
	const expires = String(expiresAt.getTime())
	const mac = await hash(ctx, grant, expires)
	return { signature: `${grant.userId}.${expires}.${mac.toString('base64url')}`, expiresAt }
}

/** @throws ServiceError `link_invalid`, `link_expired` (403) */
export async function checkLink(ctx: Context, document: { slug: string; format: string }, signature: string): Promise<Grant> {
	const [userId = '', expires = '', mac = '', ...rest] = signature.split('.')
	const grant = { ...document, userId }
	const expected = await hash(ctx, grant, expires)
	const received = Buffer.from(mac, 'base64url')
	if (rest.length > 0 || received.length !== expected.length || !timingSafeEqual(received, expected))
		throw new ServiceError('forbidden', 'link_invalid', 'This download link isn’t valid. Please start the download again.')
	if (Number(expires) <= ctx.now().getTime())
		throw new ServiceError('forbidden', 'link_expired', 'This download link has expired. Please start the download again.')
	return grant
}
