import type { ServiceContext } from '#server/services/context.ts'

/** The form then does nothing, but returns the usual response. */
export function isHoneypotFilled(ctx: Pick<ServiceContext, 'log' | 'requestId'>, form: string, website: string | undefined): boolean {
	if (website) ctx.log.throttled('info', 'honeypot filled', { form })
	return Boolean(website)
}
